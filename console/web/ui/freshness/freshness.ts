import type { DecidedWindow } from '#schemas/alerting/alert.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

/** Times of the data on the screen, as the server states them. */
export interface DataTimes {
  /** Time of the newest sample, milliseconds; 0 before any arrives. */
  readonly at: number;
  /** The newest decided window. */
  readonly window?: DecidedWindow | undefined;
}

/** `since`: until then the data was complete, milliseconds. */
export type Freshness =
  | { readonly is: 'connecting' | 'offline' | 'history' | 'waiting' }
  | { readonly is: 'live' | 'delayed' | 'stale'; readonly since: number };

/** More windows than this without data: delayed, then stale. One is normal, since data arrives once per window. */
const DELAYED_AFTER = 2;
const STALE_AFTER = 3;
/** Window length until the server states it. */
const ASSUMED_WINDOW_MS = 5 * MINUTE_MS;

/** Data is as old as its newest sample, or as the last decision about it if that is older. */
const currentUntil = ({ at, window }: DataTimes): number =>
  window === undefined ? at : Math.min(at, window.decided);

/** Less than any age, also of a sample ahead of the clock. */
const NO_DATA = Number.NEGATIVE_INFINITY;

/** Windows passed since the data was current. */
const windowsBehind = (times: DataTimes, now: number): number =>
  times.at <= 0
    ? NO_DATA
    : (now - currentUntil(times)) /
      (times.window === undefined ? ASSUMED_WINDOW_MS : times.window.length * SECOND_MS);

function ageOf(windows: number): 'waiting' | 'live' | 'delayed' | 'stale' {
  if (windows === NO_DATA) return 'waiting';
  if (windows > STALE_AFTER) return 'stale';
  return windows > DELAYED_AFTER ? 'delayed' : 'live';
}

/** Freshness of data at `now`, milliseconds by the clock of the server. Pure. */
export function freshnessOf(
  times: DataTimes | undefined,
  { connection, past = false, now }: { connection: LiveState; past?: boolean; now: number },
): Freshness {
  if (connection === 'offline') return { is: 'offline' };
  if (past) return { is: 'history' };
  const is = times === undefined ? 'waiting' : ageOf(windowsBehind(times, now));
  if (connection === 'connecting' && (is === 'live' || is === 'waiting')) return { is: 'connecting' };
  return times === undefined || is === 'waiting' ? { is: 'waiting' } : { is, since: currentUntil(times) };
}

/** The data that is furthest behind, leaving out what never had any. */
export function oldestOf<Times extends DataTimes>(all: readonly Times[], now: number): Times | undefined {
  let oldest: Times | undefined;
  for (const times of all)
    if (times.at > 0 && (oldest === undefined || windowsBehind(times, now) > windowsBehind(oldest, now)))
      oldest = times;
  return oldest;
}
