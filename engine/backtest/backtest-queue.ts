interface QueueEntry {
  readonly id: string;
  readonly customers: readonly number[];
  readonly turn: PromiseWithResolvers<void>;
}

interface Queued {
  readonly id: string;
  readonly customers: readonly number[];
  /** If aborted while waiting, it leaves the queue at once. */
  readonly signal: AbortSignal;
}

/** Backtests of one engine: one runs at a time beside the live work, a few wait, at most one per customer. */
export class BacktestQueue {
  readonly #waiting: number;
  /** The first one is running. */
  readonly #line: QueueEntry[] = [];

  /** `waiting`: how many may wait behind the running one. */
  constructor(waiting: number) {
    this.#waiting = waiting;
  }

  /** Whether there is room for a job of these customers. */
  hasRoom(customers: readonly number[]): boolean {
    return (
      this.#line.length <= this.#waiting &&
      !this.#line.some((turn) => turn.customers.some((customer) => customers.includes(customer)))
    );
  }

  /** Returns the number of jobs before this one. */
  ahead(id: string): number {
    return Math.max(
      0,
      this.#line.findIndex((turn) => turn.id === id),
    );
  }

  /**
   * Runs after the jobs queued before; check `hasRoom` first. Rejects with the signal's reason if it is
   * aborted.
   */
  async run<Value>({ id, customers, signal }: Queued, work: () => Promise<Value>): Promise<Value> {
    signal.throwIfAborted();
    const turn: QueueEntry = { id, customers, turn: Promise.withResolvers() };
    const leave = (): void => turn.turn.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.#line.push(turn);
    if (this.#line[0] === turn) turn.turn.resolve();
    try {
      await turn.turn.promise;
      signal.throwIfAborted();
      return await work();
    } finally {
      signal.removeEventListener('abort', leave);
      this.#line.splice(this.#line.indexOf(turn), 1);
      this.#line[0]?.turn.resolve();
    }
  }
}
