interface Turn {
  readonly id: string;
  readonly customers: readonly number[];
  readonly come: PromiseWithResolvers<void>;
}

interface Queued {
  readonly id: string;
  readonly customers: readonly number[];
  /** Aborted while it waits, it leaves the line at once. */
  readonly signal: AbortSignal;
}

/** Backtests of one engine: one runs at a time beside the live work, a few wait, and none of a customer that has one already. */
export class BacktestQueue {
  readonly #waiting: number;
  /** The first one runs. */
  readonly #line: Turn[] = [];

  /** `waiting`: how many may wait behind the one that runs. */
  constructor(waiting: number) {
    this.#waiting = waiting;
  }

  /** Whether there is room for one of these customers. */
  takes(customers: readonly number[]): boolean {
    return (
      this.#line.length <= this.#waiting &&
      !this.#line.some((turn) => turn.customers.some((customer) => customers.includes(customer)))
    );
  }

  /** How many run or wait before this one. */
  ahead(id: string): number {
    return Math.max(
      0,
      this.#line.findIndex((turn) => turn.id === id),
    );
  }

  /** Runs it after those taken before. Ask whether there is room first. Rejects with the signal's reason when that is aborted. */
  async run<Value>({ id, customers, signal }: Queued, work: () => Promise<Value>): Promise<Value> {
    signal.throwIfAborted();
    const turn: Turn = { id, customers, come: Promise.withResolvers() };
    const leave = (): void => turn.come.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.#line.push(turn);
    if (this.#line[0] === turn) turn.come.resolve();
    try {
      await turn.come.promise;
      signal.throwIfAborted();
      return await work();
    } finally {
      signal.removeEventListener('abort', leave);
      this.#line.splice(this.#line.indexOf(turn), 1);
      this.#line[0]?.come.resolve();
    }
  }
}
