import { setImmediate, setTimeout } from 'node:timers/promises';
import { FairQueue } from '../../../shared/queue/fair-queue.ts';

/** Customers that answer in the same turn of the event loop, at most. */
const TOGETHER = 16;
/** A customer of whom more answers wait rests while others ask: two pages have fewer. */
const MANY = 64;
/** It answers for so long, then rests, so that the processor has time for the others and for the store: milliseconds. */
const WORK_MS = 5;
const REST_MS = 10;
/** Others ask if one of them has within this time, milliseconds. */
const ASKING_MS = 200;

interface Asked {
  readonly customer: number | undefined;
  readonly at: number;
}

const never: Asked = { customer: undefined, at: -Infinity };

/** Milliseconds of a clock that never goes back, and a wait. */
interface Time {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Turns of the event loop for plans and answers: one of a customer in each. Statements that calls share end for all of them at the same time,
 * and the answers of fifty pages in one turn would keep every other request waiting.
 */
export class AnswerTurns {
  readonly #queue = new FairQueue({ running: 1, runningInAll: TOGETHER });
  readonly #time: Time;
  /** Answers that wait for a turn, by customer. */
  readonly #waiting = new Map<number, number>();
  /** When the last two customers asked. */
  #last = never;
  #before = never;
  #restedAt = -Infinity;

  constructor(time: Time = { now: () => performance.now(), wait: (ms) => setTimeout(ms) }) {
    this.#time = time;
  }

  /** Resolves in the next turn of a customer, lower places first; rejects with the reason of the signal. */
  async next(customer: number, place: number, signal: AbortSignal): Promise<void> {
    this.#count(customer, 1);
    if (this.#last.customer !== customer) this.#before = this.#last;
    this.#last = { customer, at: this.#time.now() };
    try {
      await this.#queue.run(customer, () => this.#turn(customer), { signal, place });
    } finally {
      this.#count(customer, -1);
    }
  }

  #count(customer: number, by: number): void {
    const left = (this.#waiting.get(customer) ?? 0) + by;
    if (left === 0) this.#waiting.delete(customer);
    else this.#waiting.set(customer, left);
  }

  async #turn(customer: number): Promise<void> {
    if (!this.#isToRest(customer)) return setImmediate();
    await this.#time.wait(REST_MS);
    this.#restedAt = this.#time.now();
  }

  #isToRest(customer: number): boolean {
    if ((this.#waiting.get(customer) ?? 0) <= MANY) return false;
    const now = this.#time.now();
    const other = this.#last.customer === customer ? this.#before : this.#last;
    return now - other.at < ASKING_MS && now - this.#restedAt >= WORK_MS;
  }
}
