/** One thing after another, in the order in which they were asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves and rejects as `run` does; one that fails does not hold up the next. */
  take<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
