interface QueueEntry {
  readonly id: string;
  readonly customers: readonly number[];
  /** Resolves when the job may run. */
  readonly turn: PromiseWithResolvers<void>;
}

interface QueuedJob {
  readonly id: string;
  readonly customers: readonly number[];
  /** If aborted while waiting, it leaves the queue at once. */
  readonly signal: AbortSignal;
}

/** Backtests of one engine: one runs at a time beside the live work, a few wait, at most one per customer. */
export class BacktestQueue {
  readonly #maxWaiting: number;
  /** The first one is running. */
  readonly #entries: QueueEntry[] = [];

  /** `maxWaiting`: how many may wait behind the running one. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Whether there is room for a job of these customers. */
  hasRoom(customers: readonly number[]): boolean {
    return (
      this.#entries.length <= this.#maxWaiting &&
      !this.#entries.some((entry) => entry.customers.some((customer) => customers.includes(customer)))
    );
  }

  /** Returns the number of jobs before this one. */
  ahead(id: string): number {
    return Math.max(
      0,
      this.#entries.findIndex((entry) => entry.id === id),
    );
  }

  /**
   * Runs after the jobs queued before; check `hasRoom` first. Rejects with the signal's reason if it is
   * aborted.
   */
  async run<Value>({ id, customers, signal }: QueuedJob, work: () => Promise<Value>): Promise<Value> {
    signal.throwIfAborted();
    const entry: QueueEntry = { id, customers, turn: Promise.withResolvers() };
    const leave = (): void => entry.turn.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.#entries.push(entry);
    if (this.#entries[0] === entry) entry.turn.resolve();
    try {
      await entry.turn.promise;
      signal.throwIfAborted();
      return await work();
    } finally {
      signal.removeEventListener('abort', leave);
      this.#entries.splice(this.#entries.indexOf(entry), 1);
      this.#entries[0]?.turn.resolve();
    }
  }
}
