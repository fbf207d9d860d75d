import { Temporal } from 'temporal-polyfill';
import { knownZone } from '../time/time-zone.ts';
import type { Recurrence } from './recurrence.ts';
import type { SilenceTimes } from './silence.ts';

/** [`from`, `until`) in milliseconds since 1970; Infinity: no end. */
export interface Occurrence {
  readonly from: number;
  readonly until: number;
}

type Day = Temporal.PlainDate;

const DAY_MINUTES = 1_440;
/** Every recurrence repeats within this time: 52 of the longest months. */
const LONGEST_WAIT_DAYS = 53 * 31;
/** Maximum number of joined windows: longer ones are returned in parts. */
const MAX_JOINED_WINDOWS = 64;

const localDay = (ms: number, zone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(knownZone(zone)).toPlainDate();

const mondayOf = (day: Day): Day => day.subtract({ days: day.dayOfWeek - 1 });
const daysBetween = (from: Day, to: Day): number => from.until(to, { largestUnit: 'days' }).days;

function isOn(on: Extract<Recurrence, { every: 'month' }>['on'], day: Day): boolean {
  if ('day' in on) return day.day === (on.day === -1 ? day.daysInMonth : on.day);
  if (day.dayOfWeek !== on.weekday) return false;
  return on.nth === -1 ? day.day + 7 > day.daysInMonth : Math.ceil(day.day / 7) === on.nth;
}

/** Whether a window starts on a day; intervals count from `first`. */
function fallsOn(recurrence: Recurrence, first: Day, day: Day): boolean {
  const { every, interval } = recurrence;
  switch (every) {
    case 'day':
      return daysBetween(first, day) % interval === 0;
    case 'week':
      return (
        recurrence.weekdays.includes(day.dayOfWeek) &&
        (daysBetween(mondayOf(first), mondayOf(day)) / 7) % interval === 0
      );
    case 'month':
      return (
        isOn(recurrence.on, day) && ((day.year - first.year) * 12 + day.month - first.month) % interval === 0
      );
  }
}

/**
 * Returns the window that starts on a day. A time in the spring gap uses the offset before the gap, a repeated one in autumn the
 * first (RFC 5545 §3.3.5).
 */
function windowOn({ time, zone, minutes }: Recurrence, day: Day): Occurrence {
  const start = day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(knownZone(zone));
  const days = Math.floor(minutes / DAY_MINUTES);
  const end = start.add({ days, minutes: minutes % DAY_MINUTES });
  return { from: start.epochMilliseconds, until: end.epochMilliseconds };
}

/** Yields windows by start time, from those that may be active at `at`, clipped to the silence. */
function* windowsFrom(
  { startsAt, endsAt, recurrence }: SilenceTimes & { readonly recurrence: Recurrence },
  at: number,
): Generator<Occurrence> {
  const last = endsAt ?? Infinity;
  const first = localDay(startsAt, recurrence.zone);
  const back = Math.ceil(recurrence.minutes / DAY_MINUTES) + 1;
  let day = localDay(Math.max(at, startsAt), recurrence.zone).subtract({ days: back });
  for (let waited = 0; waited <= LONGEST_WAIT_DAYS + back; waited += 1) {
    if (fallsOn(recurrence, first, day)) {
      const { from, until } = windowOn(recurrence, day);
      if (from >= last) return;
      if (from >= startsAt) {
        waited = 0;
        yield { from, until: Math.min(until, last) };
      }
    }
    day = day.add({ days: 1 });
  }
}

/** Joins overlapping windows. */
function* joined(windows: Iterable<Occurrence>): Generator<Occurrence> {
  let open: Occurrence | undefined;
  let count = 0;
  for (const window of windows) {
    if (open !== undefined && window.from <= open.until && count < MAX_JOINED_WINDOWS) {
      open = { from: open.from, until: Math.max(open.until, window.until) };
      count += 1;
      continue;
    }
    if (open !== undefined) yield open;
    open = window;
    count = 0;
  }
  if (open !== undefined) yield open;
}

function* endingAfter(windows: Iterable<Occurrence>, at: number): Generator<Occurrence> {
  for (const window of windows) if (window.until > Math.max(at, window.from)) yield window;
}

/** Returns the periods of a silence in order, starting with the one active at `at`, if any. */
export function occurrencesFrom(times: SilenceTimes, at: number): Generator<Occurrence> {
  const { startsAt, endsAt, recurrence } = times;
  const windows =
    recurrence === null
      ? [{ from: startsAt, until: endsAt ?? Infinity }]
      : windowsFrom({ startsAt, endsAt, recurrence }, at);
  return joined(endingAfter(windows, at));
}

/** Returns whether a silence is active at a time, and until when at least; Infinity: no further change. */
export function activityAt(
  times: SilenceTimes,
  at: number,
): { readonly active: boolean; readonly until: number } {
  const next = occurrencesFrom(times, at).next().value;
  if (next === undefined) return { active: false, until: Infinity };
  return next.from <= at ? { active: true, until: next.until } : { active: false, until: next.from };
}
