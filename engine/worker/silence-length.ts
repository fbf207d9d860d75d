import type { Clock } from '#platform/clock/clock.ts';

/** However short the interval: agents take a while to answer, and brokers to be reached again. */
const SHORTEST_MS = 20_000;
/** Who was not heard for so many of his intervals while others were brings nothing any more. */
const INTERVALS_AWAY = 3;

interface Needs {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly latenessMs: number;
  /** In place of an interval, as long as nobody told his. */
  readonly assumedMs: number;
}

/**
 * How long nothing must have come before a partition is silent: with the lateness the longest interval of those who bring
 * something, since what they bring is dated at the beginning of a poll, which may take nine tenths of it (docs/adr/0019-ticks.md).
 */
export class SilenceLength {
  readonly #needs: Needs;
  /** Intervals, by when they were told last. */
  readonly #heard = new Map<number, number>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Somebody brought something and told his interval. */
  heard(intervalMs: number): void {
    const now = this.#needs.clock.elapsed();
    this.#heard.set(intervalMs, now);
    for (const [known, at] of this.#heard)
      if (now - at > INTERVALS_AWAY * Math.max(known, intervalMs)) this.#heard.delete(known);
  }

  /** Before a restart so long was waited: nobody is known to bring more often. */
  waited(silenceMs: number): void {
    this.heard(silenceMs + this.#needs.latenessMs);
  }

  get ms(): number {
    const { assumedMs, latenessMs } = this.#needs;
    const interval = this.#heard.size === 0 ? assumedMs : Math.max(...this.#heard.keys());
    return Math.max(SHORTEST_MS, interval - latenessMs);
  }
}
