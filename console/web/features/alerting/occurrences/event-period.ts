import { DAY_MS, WEEK_MS } from '#schemas/time/duration.ts';
import { lastNight } from '#web/lib/zoned/local-time.ts';

/** Periods whose events are listed. `night`: from 18:00 to 08:00 in the time zone of the browser. `shift`: since the user's last shift. */
export const eventRanges = ['night', 'shift', '24h', '7d', 'custom'] as const;
type EventRange = (typeof eventRanges)[number];

/** [from, to), seconds since 1970. */
export interface EventPeriod {
  readonly from: number;
  readonly to: number;
}

const seconds = (ms: number): number => Math.floor(ms / 1_000);

interface Chosen {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** When the last shift of the user ended, milliseconds. */
  readonly shiftEnd?: number | null | undefined;
}

/**
 * The period of a range at `nowMs`. Before 08:00 the night has not ended: it lasts until now. What is not chosen is the last day, and so is
 * the time since a shift that is not known.
 */
export function eventPeriod(range: EventRange, nowMs: number, chosen: Chosen = {}): EventPeriod {
  const to = seconds(nowMs);
  switch (range) {
    case 'night': {
      const night = lastNight(nowMs);
      return { from: seconds(night.from), to: seconds(night.to) };
    }
    case 'shift':
      return { from: Math.min(seconds(chosen.shiftEnd ?? nowMs - DAY_MS), to - 1), to };
    case '24h':
      return { from: seconds(nowMs - DAY_MS), to };
    case '7d':
      return { from: seconds(nowMs - WEEK_MS), to };
    case 'custom':
      return { from: chosen.from ?? seconds(nowMs - DAY_MS), to: chosen.to ?? to };
  }
}
