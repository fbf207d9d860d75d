import { Cron } from 'croner';
import { knownZone } from '#schemas/time/time-zone.ts';

interface Timetable {
  readonly cron: string;
  readonly timeZone: string;
}

/** Returns why an expression is not one of five fields; undefined: it is. */
export function cronFault({ cron, timeZone }: Timetable): string | undefined {
  if (cron.split(/\s+/).length !== 5) return 'five fields are needed';
  try {
    // A date that never comes, such as 30 February.
    return new Cron(cron, { timezone: timeZone }).nextRun() === null ? 'it never comes' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The next runs after a time. In a night without two o’clock a run at half past two is at three, in one with two of them it is at the
 * first.
 */
export const nextRuns = ({ cron, timeZone }: Timetable, after: Date, count: number): readonly Date[] =>
  new Cron(cron, { timezone: knownZone(timeZone) }).nextRuns(count, after);
