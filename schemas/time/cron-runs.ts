import type { CronPattern, WeekdayOfMonth } from './cron.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';
import { knownZone } from './time-zone.ts';
import { offsetsIn } from './wall-clock.ts';

type OffsetAt = ReturnType<typeof offsetsIn>;

/** Offsets are multiples of it. */
const QUARTER_MS = 15 * MINUTE_MS;
const HOURS_OF_DAY = 24;
/** The longest time between two days of a pattern: 29 February around a year without one, such as 2100. */
const LONGEST_DAYS = 8 * 366 + 1;

/** When the clock skips a local time: the moment of the change. */
function endOfGap(earliest: number, latest: number, offsetAt: OffsetAt): number {
  const after = offsetAt(latest);
  let at = Math.floor(earliest / QUARTER_MS) * QUARTER_MS;
  while (at < latest && offsetAt(at) !== after) at += QUARTER_MS;
  return at;
}

/** The moment of a local time, given as if it were UTC: the first of two, or the end of the gap that swallows it. */
function momentOf(local: number, offsetAt: OffsetAt): number {
  const [before, after] = [offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)];
  const moments = [local - before, local - after].toSorted((one, other) => one - other);
  const [earliest = local, latest = local] = moments;
  const exact = moments.find((at) => at + offsetAt(at) === local);
  return exact ?? endOfGap(earliest, latest, offsetAt);
}

function isWeekday({ weekday, nth }: WeekdayOfMonth, date: Date): boolean {
  if (date.getUTCDay() !== weekday) return false;
  if (nth === 'L') return new Date(date.getTime() + 7 * DAY_MS).getUTCMonth() !== date.getUTCMonth();
  return Math.ceil(date.getUTCDate() / 7) === nth;
}

const isDay = (days: NonNullable<CronPattern['days']>, date: Date): boolean =>
  days.has(date.getUTCDate()) || (days.has('L') && new Date(date.getTime() + DAY_MS).getUTCDate() === 1);

/** Whether a pattern has runs on a day, given as its midnight as if it were UTC. */
function isOnDay({ months, days, weekdays }: CronPattern, midnight: number): boolean {
  const date = new Date(midnight);
  if (!months.has(date.getUTCMonth() + 1)) return false;
  const limits = [
    ...(days === undefined ? [] : [isDay(days, date)]),
    ...(weekdays === undefined ? [] : [weekdays.some((weekday) => isWeekday(weekday, date))]),
  ];
  return limits.length === 0 || limits.includes(true);
}

interface DayOfRuns {
  /** As if it were UTC. */
  readonly midnight: number;
  /** Runs until then are of no interest. */
  readonly afterMs: number;
  readonly offsetAt: OffsetAt;
}

/** Each local time of a day once. */
function* fixedTimes({ hours, minutes }: CronPattern, { midnight, offsetAt }: DayOfRuns): Generator<number> {
  for (const hour of hours)
    for (const minute of minutes) yield momentOf(midnight + hour * HOUR_MS + minute * MINUTE_MS, offsetAt);
}

/** Minutes of every hour that passes on a day, also of the one that the clock repeats. */
function* everyHour({ minutes }: CronPattern, { midnight, afterMs, offsetAt }: DayOfRuns): Generator<number> {
  const end = momentOf(midnight + DAY_MS, offsetAt);
  const start = Math.max(momentOf(midnight, offsetAt), Math.floor(afterMs / QUARTER_MS) * QUARTER_MS);
  for (let quarter = start; quarter < end; quarter += QUARTER_MS) {
    const first = Math.floor((quarter + offsetAt(quarter)) / MINUTE_MS) % 60;
    for (const minute of minutes)
      if (minute >= first && minute < first + 15) yield quarter + (minute - first) * MINUTE_MS;
  }
}

/**
 * The runs of a pattern after a time, in milliseconds since 1970, by the clock of a zone; one that this process does not know is UTC. A time
 * that the clock skips is at the end of the gap, one that it repeats is at the first. A pattern of every hour continues through the repeated
 * hour. Ends when no day of the pattern comes, such as 30 February.
 */
export function* cronRuns(pattern: CronPattern, timeZone: string, afterMs: number): Generator<number> {
  const offsetAt = offsetsIn(knownZone(timeZone));
  const timesOf = pattern.hours.length === HOURS_OF_DAY ? everyHour : fixedTimes;
  let last = afterMs;
  let midnight = Math.floor((afterMs + offsetAt(afterMs)) / DAY_MS) * DAY_MS - DAY_MS;
  for (let idle = 0; idle <= LONGEST_DAYS; idle += 1, midnight += DAY_MS) {
    if (!isOnDay(pattern, midnight)) continue;
    idle = 0;
    for (const at of timesOf(pattern, { midnight, afterMs, offsetAt }))
      if (at > last) {
        last = at;
        yield at;
      }
  }
}
