import { schedulingLimits } from '../limit/scheduling.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import { knownZone } from '../time/time-zone.ts';
import { offsetsIn } from '../time/wall-clock.ts';
import type { TimedTrigger } from './trigger.ts';

/** A trigger by time, and the zone whose clock it follows. */
export interface Timetable {
  readonly trigger: TimedTrigger;
  /** One that this process does not know is UTC. */
  readonly timeZone: string;
}

type OffsetAt = ReturnType<typeof offsetsIn>;
type DailyTrigger = Exclude<TimedTrigger, { kind: 'hourly' }>;

/** Offsets are multiples of it. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Longest time between two runs, and one more day. */
const longestMs = {
  hourly: 3 * HOUR_MS,
  daily: 3 * DAY_MS,
  weekly: 9 * DAY_MS,
  monthly: 64 * DAY_MS,
} as const satisfies Record<TimedTrigger['kind'], number>;

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

/** Whether a trigger has a run on a day, given as its midnight as if it were UTC. */
function isOnDay(trigger: DailyTrigger, midnight: number): boolean {
  const date = new Date(midnight);
  switch (trigger.kind) {
    case 'daily':
      return true;
    case 'weekly':
      // Sunday is 0 there and 7 here.
      return trigger.days.includes(date.getUTCDay() === 0 ? 7 : date.getUTCDay());
    case 'monthly':
      return trigger.day === 'L'
        ? new Date(midnight + DAY_MS).getUTCDate() === 1
        : date.getUTCDate() === trigger.day;
  }
}

function* dailyRuns(trigger: DailyTrigger, afterMs: number, offsetAt: OffsetAt): Generator<number> {
  const time = trigger.hour * HOUR_MS + trigger.minute * MINUTE_MS;
  let midnight = Math.floor((afterMs + offsetAt(afterMs)) / DAY_MS) * DAY_MS - DAY_MS;
  for (; ; midnight += DAY_MS) {
    if (!isOnDay(trigger, midnight)) continue;
    const at = momentOf(midnight + time, offsetAt);
    if (at > afterMs) yield at;
  }
}

function* hourlyRuns(minute: number, afterMs: number, offsetAt: OffsetAt): Generator<number> {
  const phase = (minute % 15) * MINUTE_MS;
  let at = Math.floor((afterMs - phase) / QUARTER_MS) * QUARTER_MS + phase;
  for (; ; at += QUARTER_MS)
    if (at > afterMs && Math.floor((at + offsetAt(at)) / MINUTE_MS) % 60 === minute) yield at;
}

function runsAfter({ trigger, timeZone }: Timetable, after: Date): Generator<number> {
  const offsetAt = offsetsIn(knownZone(timeZone));
  return trigger.kind === 'hourly'
    ? hourlyRuns(trigger.minute, after.getTime(), offsetAt)
    : dailyRuns(trigger, after.getTime(), offsetAt);
}

/**
 * The next runs after a time. A time that the clock skips is at the end of the gap, one that it repeats is at the first; hourly runs
 * continue through the repeated hour. Not by `croner`, which loses a run at the end of a day whose last hour is skipped (America/Nuuk).
 */
export function nextRunsOf(timetable: Timetable, after: Date, count: number): readonly Date[] {
  const runs: Date[] = [];
  if (count > 0)
    for (const at of runsAfter(timetable, after)) {
      runs.push(new Date(at));
      if (runs.length >= count) break;
    }
  return runs;
}

/** The newest run that is due at a time, between `from`, which is due, and `now`, both included. */
export function lastDue(timetable: Timetable, from: Date, now: Date): Date {
  const start = Math.max(from.getTime(), now.getTime() - longestMs[timetable.trigger.kind]);
  let last = from.getTime();
  for (const at of runsAfter(timetable, new Date(start - 1))) {
    if (at > now.getTime()) break;
    last = at;
  }
  return new Date(last);
}

/** A run to come, and what the clock of its zone does to it. */
export interface UpcomingRun {
  readonly atMs: number;
  /** Difference of its clock to UTC, minutes. */
  readonly offsetMinutes: number;
  /** The clock was set since the run before, or since now. */
  readonly change: 'forward' | 'back' | undefined;
  /** Its time does not exist on that day: it runs when the clock has skipped it. */
  readonly isMoved: boolean;
}

const minuteOfDay = (atMs: number, offsetMinutes: number): number =>
  Math.floor(atMs / MINUTE_MS + offsetMinutes) % 1_440;

function changeOf(before: number, after: number): UpcomingRun['change'] {
  if (before === after) return undefined;
  return after > before ? 'forward' : 'back';
}

/** The next runs as the form previews them. */
export function upcomingRuns(
  timetable: Timetable,
  now: Date,
  count: number = schedulingLimits.nextRuns,
): readonly UpcomingRun[] {
  const { trigger, timeZone } = timetable;
  const offsetAt = offsetsIn(knownZone(timeZone));
  let before = offsetAt(now.getTime()) / MINUTE_MS;
  return nextRunsOf(timetable, now, count).map((run) => {
    const atMs = run.getTime();
    const offsetMinutes = offsetAt(atMs) / MINUTE_MS;
    const change = changeOf(before, offsetMinutes);
    before = offsetMinutes;
    const isMoved =
      trigger.kind !== 'hourly' && minuteOfDay(atMs, offsetMinutes) !== trigger.hour * 60 + trigger.minute;
    return { atMs, offsetMinutes, change, isMoved };
  });
}
