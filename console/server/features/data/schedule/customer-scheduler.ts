import { setImmediate, setTimeout } from 'node:timers/promises';
import { dataLimits } from '#schemas/limit/data.ts';
import { FairQueue } from '#server/shared/queue/fair-queue.ts';

/** Customers that are served in the same turn of the event loop, at most. */
const TOGETHER = 16;
/** A customer with more waiting requests is paused while others send some: two pages have fewer. */
const MANY = 64;
/** It is served for so long, then paused, so that the processor has time for the others and for the store: milliseconds. */
const WORK_MS = 5;
const PAUSE_MS = 10;
/** Others send requests if one of them has within this time, milliseconds. */
const REQUESTING_MS = 200;

interface CustomerRequest {
  readonly customer: number | undefined;
  readonly at: number;
}

const never: CustomerRequest = { customer: undefined, at: -Infinity };

/** The requests of a customer that wait for a turn, and when it was paused last. */
interface Waiting {
  count: number;
  pausedAt: number;
}

/** Milliseconds of a clock that never goes back, and a wait. */
interface Time {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Whose request it is, and its place in its call: lower ones go first. */
export interface ScheduledRequest {
  readonly customer: number;
  readonly place: number;
  readonly signal: AbortSignal;
}

type StatementLimits = ConstructorParameters<typeof FairQueue>[0];

/**
 * Shares the server and the store between customers. A request enters once, before it is planned, and leaves once, before its rows are made:
 * each time it has a turn of the event loop, one of a customer in each. Statements that requests share end for all of them at the same
 * time, and the rows of fifty pages in one turn would keep every other customer waiting. In between it runs statements.
 */
export class CustomerScheduler {
  readonly #turns = new FairQueue({ running: 1, runningInAll: TOGETHER });
  readonly #statements: FairQueue;
  readonly #time: Time;
  readonly #waiting = new Map<number, Waiting>();
  /** When the last two customers sent a request. */
  #last = never;
  #before = never;

  constructor(
    limits: StatementLimits = dataLimits,
    time: Time = { now: () => performance.now(), wait: (ms) => setTimeout(ms) },
  ) {
    this.#statements = new FairQueue(limits);
    this.#time = time;
  }

  /** Resolves when a request may be planned; rejects with the reason of the signal. */
  enter(request: ScheduledRequest): Promise<void> {
    return this.#turn(request);
  }

  /** Resolves when the rows of a request may be made; rejects with the reason of the signal. */
  leave(request: ScheduledRequest): Promise<void> {
    return this.#turn(request);
  }

  /** Runs a statement when its customer has a place in the store: see `FairQueue`. */
  readonly run: FairQueue['run'] = (customer, work, turn) => this.#statements.run(customer, work, turn);

  async #turn({ customer, place, signal }: ScheduledRequest): Promise<void> {
    const now = this.#time.now();
    if (this.#last.customer !== customer) this.#before = this.#last;
    this.#last = { customer, at: now };
    const own = this.#waiting.get(customer) ?? { count: 0, pausedAt: now };
    this.#waiting.set(customer, own);
    own.count += 1;
    try {
      await this.#turns.run(customer, () => this.#pass(customer, own), { signal, place });
    } finally {
      own.count -= 1;
      if (own.count === 0) this.#waiting.delete(customer);
    }
  }

  async #pass(customer: number, own: Waiting): Promise<void> {
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
