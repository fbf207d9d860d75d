/** Backtests of one engine: one runs at a time beside the live work, a few wait, and none of a customer that has one already. */
export class BacktestQueue {
  readonly #waiting: number;
  readonly #customers = new Set<number>();
  #taken = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `waiting`: how many may wait behind the one that runs. */
  constructor(waiting: number) {
    this.#waiting = waiting;
  }

  /** Whether there is room for one of these customers. */
  takes(customers: readonly number[]): boolean {
    return this.#taken <= this.#waiting && !customers.some((customer) => this.#customers.has(customer));
  }

  /** Runs it after those taken before. Ask whether there is room first. */
  async run<Value>(customers: readonly number[], work: () => Promise<Value>): Promise<Value> {
    this.#taken += 1;
    for (const customer of customers) this.#customers.add(customer);
    const before = this.#last;
    const done = before.then(work);
    this.#last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#taken -= 1;
      for (const customer of customers) this.#customers.delete(customer);
    }
  }
}
