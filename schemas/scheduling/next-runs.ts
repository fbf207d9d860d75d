import { schedulingLimits } from '../limit/scheduling.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts';
import { parseCron } from '../time/cron.ts';
import { cronRuns } from '../time/cron-runs.ts';
import { knownZone } from '../time/time-zone.ts';
import { offsetsIn } from '../time/wall-clock.ts';
import { cronOf, type TimedTrigger } from './trigger.ts';

/** A trigger by time, and the zone whose clock it follows. */
export interface Timetable {
  readonly trigger: TimedTrigger;
  /** One that this process does not know is UTC. */
  readonly timeZone: string;
}

/** Longest time between two runs, and one more day. */
const longestMs = {
  hourly: 3 * HOUR_MS,
  daily: 3 * DAY_MS,
  weekly: 9 * DAY_MS,
  monthly: 64 * DAY_MS,
} as const satisfies Record<TimedTrigger['kind'], number>;

function runsAfter({ trigger, timeZone }: Timetable, after: Date): Generator<number> {
  const parsed = parseCron(cronOf(trigger));
  if (!parsed.ok) throw new Error(parsed.fault);
  return cronRuns(parsed.pattern, timeZone, after.getTime());
}

/**
 * The next runs after a time. A time that the clock skips is at the end of the gap, one that it repeats is at the first; hourly runs
 * continue through the repeated hour.
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
