import { dateAtMs } from '#platform/clock/time.ts';
import { parseCron } from '#schemas/time/cron.ts';
import { cronRuns } from '#schemas/time/cron-runs.ts';

interface Timetable {
  readonly cron: string;
  readonly timeZone: string;
}

/** Returns why an expression is not one of five fields; undefined: it is. */
export function cronFault({ cron, timeZone }: Timetable): string | undefined {
  const parsed = parseCron(cron);
  if (!parsed.ok) return parsed.fault;
  // A date that never comes, such as 30 February.
  return cronRuns(parsed.pattern, timeZone, 0).next().done === true ? 'it never comes' : undefined;
}

/**
 * The next runs after a time, as those of schedules of reports. In a night without two o’clock a run at half past two is at three, in one with two
 * of them it is at the first.
 */
export function nextRuns({ cron, timeZone }: Timetable, after: Date, count: number): readonly Date[] {
  const parsed = parseCron(cron);
  if (!parsed.ok) return [];
  return [...cronRuns(parsed.pattern, timeZone, after.getTime()).take(count)].map(dateAtMs);
}
