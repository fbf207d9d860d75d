import type { Clock } from '#platform/clock/clock.ts';

/** Lower bound for short intervals: agents respond late, and brokers need time to reconnect. */
const MIN_TIMEOUT_MS = 20_000;
/** An interval not seen for this many intervals, while others were, is dropped. */
const MAX_MISSED_INTERVALS = 3;

interface Needs {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly latenessMs: number;
  /** Used until the first interval is observed. */
  readonly assumedMs: number;
}

/**
 * How long a partition must be without data before it sends heartbeats: with the allowed lateness, the
 * longest poll interval in use, since samples are dated at the start of a poll, which may take nine tenths of
 * its interval (docs/adr/0019-ticks.md).
 */
export class IdleTimeout {
  readonly #needs: Needs;
  /** When each interval was last seen. */
  readonly #lastSeen = new Map<number, number>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Records the interval of a poll. */
  observeInterval(intervalMs: number): void {
    const now = this.#needs.clock.elapsed();
    this.#lastSeen.set(intervalMs, now);
    for (const [known, at] of this.#lastSeen)
      if (now - at > MAX_MISSED_INTERVALS * Math.max(known, intervalMs)) this.#lastSeen.delete(known);
  }

  /** Restores the timeout used before a restart. */
  restore(silenceMs: number): void {
    this.observeInterval(silenceMs + this.#needs.latenessMs);
  }

  get ms(): number {
    const { assumedMs, latenessMs } = this.#needs;
    const interval = this.#lastSeen.size === 0 ? assumedMs : Math.max(...this.#lastSeen.keys());
    return Math.max(MIN_TIMEOUT_MS, interval - latenessMs);
  }
}
