import { DAY_MS, WEEK_MS } from './duration.ts';
import { type Granularity, granularityMs } from './granularity.ts';

/** The first Monday of the epoch, 5 January 1970: weeks start on Monday (ISO 8601). */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Milliseconds since 1970; `end` is exclusive. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** Returns the start of the fixed-length window that contains `at`, aligned to the epoch; any unit of time. */
export const floorTo = (at: number, lengthMs: number): number => Math.floor(at / lengthMs) * lengthMs;

const monthStart = (at: number, offset: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
};

/** Returns the start of the window that contains `at`, aligned in UTC: hours, days, Mondays and first days of months. */
export function windowStart(at: number, granularity: Granularity): number {
  const lengthMs = granularityMs[granularity];
  if (lengthMs === undefined) return monthStart(at, 0);
  if (lengthMs === WEEK_MS) return floorTo(at - FIRST_MONDAY_MS, WEEK_MS) + FIRST_MONDAY_MS;
  return floorTo(at, lengthMs);
}

/** Returns the end of the window that contains `at`, the start of the next. */
export function windowEnd(at: number, granularity: Granularity): number {
  const lengthMs = granularityMs[granularity];
  return lengthMs === undefined ? monthStart(at, 1) : windowStart(at, granularity) + lengthMs;
}

export const windowOf = (at: number, granularity: Granularity): Window => ({
  start: windowStart(at, granularity),
  end: windowEnd(at, granularity),
});

/** Returns the windows that overlap a range, oldest first; none for an empty range. */
export function windowsOver(range: Window, granularity: Granularity): Window[] {
  const windows: Window[] = [];
  if (range.end <= range.start) return windows;
  let next = windowOf(range.start, granularity);
  while (next.start < range.end) {
    windows.push(next);
    next = windowOf(next.end, granularity);
  }
  return windows;
}
