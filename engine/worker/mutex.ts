/** Runs tasks one at a time, in order of request. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the task does; a failed task does not block the next. */
  run<Value>(task: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
