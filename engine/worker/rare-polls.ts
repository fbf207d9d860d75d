import { SECOND_MS } from '#schemas/time/duration.ts';

/** Whether devices are polled more rarely than windows end: most windows then have no measure, and alarms of several never come. */
export class RarePolls {
  readonly #windowMs: number;
  #toldMs = 0;

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * SECOND_MS;
  }

  /** Whether an interval is longer than a window and was not told of yet. */
  isNews(intervalMs: number): boolean {
    if (intervalMs <= this.#windowMs || intervalMs === this.#toldMs) return false;
    this.#toldMs = intervalMs;
    return true;
  }
}
