/** Through which all inserts go. */
export class InsertGate {
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** Runs an insert, later if the gate is closed. */
  async pass<Outcome>(insert: () => Promise<Outcome>): Promise<Outcome> {
    while (this.#isClosed) await this.#closed;
    const running = insert();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Runs work once every insert has ended; those that come later wait for it. Not from within an insert, and one at a time. */
  async alone<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    this.#isClosed = true;
    const done = Promise.allSettled(this.#running).then(work);
    this.#closed = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#isClosed = false;
    }
  }
}
