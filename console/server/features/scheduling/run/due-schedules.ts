import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { lastDue, nextRunsOf, type Timetable } from '#schemas/scheduling/next-runs.ts';
import type { RunReason } from '#schemas/scheduling/run.ts';
import { isTimed } from '#schemas/scheduling/trigger.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { jsonCell } from '../json-cell.ts';
import type { SchedulingRow } from '../stored-scheduling.ts';

/** Missed runs are counted up to here. */
const MAX_COUNTED = 1_000;

interface DueRun {
  readonly at: Date;
  readonly reason: RunReason | null;
}

/** What is due at a time: the run to do, and the one that stands for those that were missed. */
export interface DueRuns {
  readonly run: DueRun | undefined;
  readonly missed: DueRun | undefined;
}

const missedRuns = (dates: readonly Date[]): DueRun | undefined => {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    at: last,
    reason: { code: 'missed', params: { count: dates.length, since: first.toISOString() } },
  };
};

/**
 * The last run of those since `from` is made up unless it is older than a day; those before it are missed. `from` is due, and not later
 * than `now`.
 */
export function dueRuns(timetable: Timetable, from: Date, now: Date): DueRuns {
  const due = lastDue(timetable, from, now);
  const before =
    due > from ? [from, ...nextRunsOf(timetable, from, MAX_COUNTED).filter((at) => at < due)] : [];
  const lateMs = now.getTime() - due.getTime();
  if (lateMs > schedulingLimits.makeUpMs) return { run: undefined, missed: missedRuns([...before, due]) };
  const minutes = Math.floor(lateMs / MINUTE_MS);
  const reason: RunReason | null =
    lateMs > schedulingLimits.lateMs ? { code: 'late', params: { minutes } } : null;
  return { run: { at: due, reason }, missed: missedRuns(before) };
}

interface NewRun {
  readonly schedule: number;
  readonly due: DueRun;
  readonly state: 'waiting' | 'skipped';
  readonly now: Date;
}

/** Each due time has one run: another server, or the same one after a restart, adds none. */
async function addRun(tx: Tx, { schedule, due, state, now }: NewRun): Promise<void> {
  await tx
    .insertInto('schedule_run')
    .values({
      schedule_id: schedule,
      due_at: due.at,
      cause: 'time',
      state,
      reason: due.reason === null ? null : jsonCell(due.reason),
      created_at: now,
      state_since: now,
      ended_at: state === 'skipped' ? now : null,
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .execute();
}

async function advance(tx: Tx, row: SchedulingRow, now: Date): Promise<void> {
  const { id, trigger, time_zone: timeZone, next_at: from } = row;
  const timetable = isTimed(trigger) && row.enabled ? { trigger, timeZone } : undefined;
  if (timetable !== undefined && from !== null) {
    const { run, missed } = dueRuns(timetable, from, now);
    if (missed !== undefined) await addRun(tx, { schedule: id, due: missed, state: 'skipped', now });
    if (run !== undefined) await addRun(tx, { schedule: id, due: run, state: 'waiting', now });
  }
  const [next] = timetable === undefined ? [] : nextRunsOf(timetable, now, 1);
  await tx
    .updateTable('schedule')
    .set({ next_at: next ?? null })
    .where('id', '=', id)
    .execute();
}

/** Due schedules, the oldest times first; of the same time customers take turns, as their runs and reports do then. */
async function dueIds(db: Db, now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    SELECT id FROM (
      SELECT id, next_at, row_number() OVER (PARTITION BY customer_id, next_at ORDER BY id) AS turn
      FROM schedule WHERE next_at <= ${now}
    ) AS due
    ORDER BY next_at, turn, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records the runs that are due, schedule by schedule. Servers that do it at the same time skip what the other one does. */
export async function recordDueRuns(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (const id of await dueIds(db, clock.now())) {
    if (signal.aborted) return;
    await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const row = await tx
        .selectFrom('schedule')
        .selectAll()
        .where('id', '=', id)
        .where('next_at', '<=', now)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row !== undefined) await advance(tx, row, now);
    });
  }
}
