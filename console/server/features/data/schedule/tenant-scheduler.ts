import { setImmediate, setTimeout } from 'node:timers/promises';
import { FairQueue } from '#server/shared/queue/fair-queue.ts';

/** Customers that are served in the same turn of the event loop, at most. */
const TOGETHER = 16;
/** A customer with more waiting responses is paused while others have requests: two pages have fewer. */
const MANY = 64;
/** It is served for so long, then paused, so that the processor has time for the others and for the store: milliseconds. */
const WORK_MS = 5;
const PAUSE_MS = 10;
/** Others have requests if one of them had within this time, milliseconds. */
const REQUESTING_MS = 200;

interface CustomerRequest {
  readonly customer: number | undefined;
  readonly at: number;
}

const never: CustomerRequest = { customer: undefined, at: -Infinity };

/** The responses of a customer that wait for a turn, and when it was paused last. */
interface Waiting {
  count: number;
  pausedAt: number;
}

/** Milliseconds of a clock that never goes back, and a wait. */
interface Time {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Turns of the event loop for plans and responses: one of a customer in each. Statements that calls share end for all of them at the same time,
 * and the responses of fifty pages in one turn would keep every other request waiting.
 */
export class ResponseThrottle {
  readonly #queue = new FairQueue({ running: 1, runningInAll: TOGETHER });
  readonly #time: Time;
  readonly #waiting = new Map<number, Waiting>();
  /** When the last two customers sent a request. */
  #last = never;
  #before = never;

  constructor(time: Time = { now: () => performance.now(), wait: (ms) => setTimeout(ms) }) {
    this.#time = time;
  }

  /** Resolves in the next turn of a customer, lower places first; rejects with the reason of the signal. */
  async next(customer: number, place: number, signal: AbortSignal): Promise<void> {
    const now = this.#time.now();
    if (this.#last.customer !== customer) this.#before = this.#last;
    this.#last = { customer, at: now };
    const own = this.#waiting.get(customer) ?? { count: 0, pausedAt: now };
    this.#waiting.set(customer, own);
    own.count += 1;
    try {
      await this.#queue.run(customer, () => this.#turn(customer, own), { signal, place });
    } finally {
      own.count -= 1;
      if (own.count === 0) this.#waiting.delete(customer);
    }
  }

  async #turn(customer: number, own: Waiting): Promise<void> {
    if (!this.#isToPause(customer, own)) return setImmediate();
    await this.#time.wait(PAUSE_MS);
    own.pausedAt = this.#time.now();
  }

  #isToPause(customer: number, { count, pausedAt }: Waiting): boolean {
    if (count <= MANY) return false;
    const now = this.#time.now();
    const other = this.#last.customer === customer ? this.#before : this.#last;
    return now - other.at < REQUESTING_MS && now - pausedAt >= WORK_MS;
  }
}
