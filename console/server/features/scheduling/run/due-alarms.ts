import { sql } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';

/** Events of a moment are in one mail. */
const GATHER_MS = 10_000;

interface AlarmNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Between two mails of one schedule. */
  readonly alarmPauseMs: number;
}

/** Deletes events of schedules that no alarms trigger any more. */
async function deleteForgotten(db: Db): Promise<void> {
  await db
    .deleteFrom('schedule_alarm')
    .where('run_id', 'is', null)
    .where('schedule_id', 'in', (eb) =>
      eb
        .selectFrom('schedule')
        .select('id')
        .where(sql<boolean>`NOT enabled OR trigger ->> 'kind' <> 'alarm'`),
    )
    .execute();
}

/** Adds a run with every event that waits, unless the last one was a short time ago. Returns whether there was one to add. */
async function addAlarmRun({ db, clock, alarmPauseMs }: AlarmNeeds): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const row = await tx
      .selectFrom('schedule')
      .select('id')
      .where('enabled', '=', true)
      .where(
        sql<boolean>`EXISTS (SELECT FROM schedule_alarm AS alarm
          WHERE alarm.schedule_id = schedule.id AND alarm.run_id IS NULL AND alarm.at <= ${addMs(now, -GATHER_MS)})`,
      )
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM schedule_run AS run
          WHERE run.schedule_id = schedule.id AND run.cause = 'alarm' AND run.due_at > ${addMs(now, -alarmPauseMs)})`,
      )
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    const run = await tx
      .insertInto('schedule_run')
      .values({ schedule_id: row.id, due_at: now, cause: 'alarm', created_at: now, state_since: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('schedule_alarm')
      .set({ run_id: run.id })
      .where('schedule_id', '=', row.id)
      .where('run_id', 'is', null)
      .execute();
    return true;
  });
}

/** Adds a run to each schedule whose alarms wait. */
export async function recordAlarmRuns(needs: AlarmNeeds, signal: AbortSignal): Promise<void> {
  await deleteForgotten(needs.db);
  for (let isLeft = true; isLeft && !signal.aborted;) isLeft = await addAlarmRun(needs);
}
