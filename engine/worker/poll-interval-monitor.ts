import { SECOND_MS } from '#schemas/time/duration.ts';

/**
 * Detects poll intervals longer than a window: most windows then have no measure, and alarms on several
 * windows never raise.
 */
export class PollIntervalMonitor {
  readonly #windowMs: number;
  #reportedMs = 0;

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * SECOND_MS;
  }

  /** Whether an interval is longer than a window and was not reported yet. */
  isNewlyTooLong(intervalMs: number): boolean {
    if (intervalMs <= this.#windowMs || intervalMs === this.#reportedMs) return false;
    this.#reportedMs = intervalMs;
    return true;
  }
}
