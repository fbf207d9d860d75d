/**
 * Reads that are requested again while they run are made once. When a window closes, every screen reads the same incidents: in a storm of
 * tens of thousands of alarms each of these reads would be long.
 */
export class ReadsAtOnce<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  /** Number of reads that run. */
  get size(): number {
    return this.#running.size;
  }

  run(key: string, read: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = read().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
