import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ScheduledAlarm } from '#schemas/table/scheduling/scheduling.ts';
import type { Brief } from './notice-of.ts';

/** An event that triggers a schedule. */
export interface ScheduledEvent {
  readonly schedule: number;
  readonly brief: Brief;
}

/** Rows of one statement. */
const ROWS = 1_000;

/** A change of severity is a raise and a clear of one event. */
const keyOf = ({ event, edge }: Brief): string => `${event}-${edge}`;

const contentOf = (brief: Brief): ScheduledAlarm => {
  const { edge, alarm, severity, site, element, value, threshold, atMs, isRestricted } = brief;
  return { edge, alarm, severity, site, element, value, threshold, atMs, isRestricted };
};

/**
 * Records events for the schedules that they trigger. An event that is read again, after a restart for instance, is recorded already: it triggers a
 * schedule once. One of a schedule that was deleted in between is left out.
 */
export async function recordScheduled(db: Db, events: readonly ScheduledEvent[], now: Date): Promise<void> {
  for (let from = 0; from < events.length; from += ROWS) {
    const rows = events.slice(from, from + ROWS).map(({ schedule, brief }) => ({
      schedule,
      event: keyOf(brief),
      content: contentOf(brief),
    }));
    await sql`INSERT INTO schedule_alarm (schedule_id, event, content, at)
      SELECT given.schedule, given.event, given.content, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS given (schedule integer, event text, content jsonb)
      JOIN schedule ON schedule.id = given.schedule
      ON CONFLICT DO NOTHING`.execute(db);
  }
}
