import { Temporal } from 'temporal-polyfill';
import type { Recurrence } from './recurrence.ts';
import type { SilenceTimes } from './silence.ts';

/** From `from` to before `until`, milliseconds since 1970; Infinity for ever. */
export interface Occurrence {
  readonly from: number;
  readonly until: number;
}

type Day = Temporal.PlainDate;

const DAY_MINUTES = 1_440;
/** A recurrence that comes at all comes again within this time: 52 months, and the longest of them. */
const LONGEST_WAIT_DAYS = 53 * 31;
/** Windows without a break are joined up to this many: those that never leave one are told in parts. */
const MAX_JOINED_WINDOWS = 64;

const localDay = (ms: number, zone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();

const mondayOf = (day: Day): Day => day.subtract({ days: day.dayOfWeek - 1 });
const daysBetween = (from: Day, to: Day): number => from.until(to, { largestUnit: 'days' }).days;

function isOn(on: Extract<Recurrence, { every: 'month' }>['on'], day: Day): boolean {
  if ('day' in on) return day.day === (on.day === -1 ? day.daysInMonth : on.day);
  if (day.dayOfWeek !== on.weekday) return false;
  return on.nth === -1 ? day.day + 7 > day.daysInMonth : Math.ceil(day.day / 7) === on.nth;
}

/** Whether a window begins on a day; intervals are counted from `first`. */
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
 * The window that begins on a day. A time that the clock leaves out in spring is read with the offset before the gap, one
 * that comes twice in autumn is the first (RFC 5545 §3.3.5).
 */
function windowOn({ time, zone, minutes }: Recurrence, day: Day): Occurrence {
  const start = day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone);
  const days = Math.floor(minutes / DAY_MINUTES);
  const end = start.add({ days, minutes: minutes % DAY_MINUTES });
  return { from: start.epochMilliseconds, until: end.epochMilliseconds };
}

/** Windows in the order of their beginning, from those that may still hold at `at`; each within the bounds of the silence. */
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

/** Windows longer than their distance run into one another: they are one. */
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

/** Times at which a silence holds, in their order, beginning with the one in force at `at`, if any. */
export function occurrencesFrom(times: SilenceTimes, at: number): Generator<Occurrence> {
  const { startsAt, endsAt, recurrence } = times;
  const windows =
    recurrence === null
      ? [{ from: startsAt, until: endsAt ?? Infinity }]
      : windowsFrom({ startsAt, endsAt, recurrence }, at);
  return joined(endingAfter(windows, at));
}

/** Whether a silence holds at a time, and until when that stays so at least; Infinity when it does not change any more. */
export function activityAt(
  times: SilenceTimes,
  at: number,
): { readonly active: boolean; readonly until: number } {
  const next = occurrencesFrom(times, at).next().value;
  if (next === undefined) return { active: false, until: Infinity };
  return next.from <= at ? { active: true, until: next.until } : { active: false, until: next.from };
}
