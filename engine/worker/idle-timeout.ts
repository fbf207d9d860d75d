import type { RowsHeader } from '#schemas/bus/header.ts';
import type { Clock } from '#platform/clock/clock.ts';

/** Lower bound for short intervals: agents respond late, and brokers need time to reconnect. */
const MIN_TIMEOUT_MS = 20_000;
/** An interval not seen for this many intervals, while others were, is dropped. */
const MAX_MISSED_INTERVALS = 3;

interface Needs {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly allowedLatenessMs: number;
  /** Used until the first interval is observed. */
  readonly assumedMs: number;
}

/**
 * How long a partition must be without data before it sends heartbeats: with the allowed lateness, the
 * longest poll interval in use, since samples are dated at the start of a poll, which may take nine tenths of
 * its interval (docs/adr/0019-heartbeats.md).
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
  restore(timeoutMs: number): void {
    this.observeInterval(timeoutMs + this.#needs.allowedLatenessMs);
  }

  get ms(): number {
    const { assumedMs, allowedLatenessMs } = this.#needs;
    const interval = this.#lastSeen.size === 0 ? assumedMs : Math.max(...this.#lastSeen.keys());
    return Math.max(MIN_TIMEOUT_MS, interval - allowedLatenessMs);
  }
}

/**
 * Returns the time before which no data is expected according to a heartbeat, undefined for other messages.
 * Limited to the idle timeout before the broker stored it: neither a fast clock nor a delayed heartbeat
 * closes windows over data that is on time.
 */
export function idleUntil(
  { rows, last, idle }: Pick<RowsHeader, 'rows' | 'last' | 'idle'>,
  receivedAt: number,
): number | undefined {
  return rows === 0 && idle !== undefined ? Math.min(last, receivedAt - idle) : undefined;
}
