import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { unfinishedStates, type RunRendering, type SchedulingRun } from '#schemas/scheduling/run.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { requireMailServer } from '../../shared/notification/require-mail-server.ts';
import { readReportNames, readReports } from '../../shared/report/readable-report.ts';
import { transact } from '../../shared/repository/transact.ts';
import { schedulingSubject } from './audit-snapshot.ts';
import { attachmentFaults } from './draft-faults.ts';
import { dividedBySize } from './mail/compose-mail.ts';
import { readResults } from './run/recipients-of-run.ts';
import type { SchedulingActor } from './scheduling-repository.ts';
import {
  lockScheduling,
  readAttachments,
  runSummary,
  seenSchedules,
  type SchedulingReader,
  type SchedulingRow,
  type SchedulingRunRow,
} from './stored-scheduling.ts';
import { ownMailbox } from './subscription-repository.ts';

const readRenderings = (db: Db | Tx, runs: readonly number[]) =>
  runs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('report_run')
        .select(['id', 'schedule_run_id', 'report_id', 'format', 'state', 'progress'])
        .select(['file_bytes', 'expires_at', 'revoked'])
        .where('schedule_run_id', 'in', runs)
        .orderBy('id')
        .execute();
type RenderingRow = Awaited<ReturnType<typeof readRenderings>>[number];

const countAlarms = (db: Db | Tx, runs: readonly number[]) =>
  runs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('schedule_alarm')
        .select((eb) => ['run_id', eb.fn.countAll<number>().as('count')])
        .where('run_id', 'in', runs)
        .groupBy('run_id')
        .execute();

/** Ids of the files that are links in the mails of a run. */
function linkedFiles(rows: readonly RenderingRow[]): ReadonlySet<number> {
  const sizes = rows.map(({ id, file_bytes }) => ({ run: id, bytes: file_bytes ?? 0 }));
  return new Set(dividedBySize(sizes).linked.map(({ run }) => run));
}

function shownRenderings(
  rows: readonly RenderingRow[],
  names: ReadonlyMap<number, string>,
): readonly RunRendering[] {
  const linked = linkedFiles(rows);
  return rows.map((row) => ({
    id: row.id,
    report: names.get(row.report_id) ?? null,
    format: row.format,
    state: row.state,
    progress: row.progress,
    bytes: row.file_bytes,
    isLinked: row.state === 'done' && linked.has(row.id),
    isRevoked: row.revoked,
    expiresAt: row.expires_at.toISOString(),
  }));
}

/** Runs of schedules, as their readers see and start them. */
export class RunRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** Newest first. Throws SCHEDULING_NOT_FOUND. */
  async list(id: number, reader: SchedulingReader): Promise<SchedulingRun[]> {
    const { db } = this.#needs;
    const schedule = await db
      .selectFrom('schedule')
      .select('id')
      .where('id', '=', id)
      .where(seenSchedules(reader))
      .executeTakeFirst();
    if (schedule === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
    const rows = await db
      .selectFrom('schedule_run')
      .selectAll()
      .where('schedule_id', '=', id)
      // What users have sent to themselves is theirs.
      .where((eb) => eb.or([eb('requester_id', 'is', null), eb('requester_id', '=', reader.caller.id)]))
      .orderBy('due_at', 'desc')
      .orderBy('id', 'desc')
      .limit(schedulingLimits.maxListedRuns)
      .execute();
    return this.#shown(db, rows, reader);
  }

  /**
   * Sends a schedule to the actor alone; while a former one is running, that one. Throws SCHEDULING_NOT_FOUND, SCHEDULING_NO_EMAILS,
   * MAIL_SERVER_MISSING, REPORT_UNAVAILABLE, SCHEDULING_VARIABLES_INVALID.
   */
  async sendTo(id: number, actor: SchedulingActor): Promise<SchedulingRun> {
    ownMailbox(actor.caller);
    await requireMailServer(this.#needs.db);
    return transact(this.#needs, actor, { failure: 'SCHEDULING_SERVER_ERROR' }, async (change) => {
      const { tx, now } = change;
      const row = await lockScheduling(tx, actor, id);
      await this.#rejectUnsendable(tx, row, actor);
      const running = await tx
        .selectFrom('schedule_run')
        .selectAll()
        .where('schedule_id', '=', id)
        .where('requester_id', '=', actor.caller.id)
        .where('state', 'in', unfinishedStates)
        .executeTakeFirst();
      const run =
        running ??
        (await tx
          .insertInto('schedule_run')
          .values({
            schedule_id: id,
            due_at: await this.#freeInstant(tx, id, now),
            cause: 'manual',
            requester_id: actor.caller.id,
            created_at: now,
            state_since: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow());
      await change.record({
        action: 'scheduling.send',
        ...schedulingSubject(row),
        after: { to: actor.caller.email, run: run.id },
      });
      const [shown] = await this.#shown(tx, [run], actor);
      if (shown === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
      return shown;
    });
  }

  /** Throws NOT_FOUND, SCHEDULING_NOT_FOUND. */
  revokeLinks(id: number, run: number, actor: SchedulingActor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const row = await lockScheduling(change.tx, actor, id);
      const found = await change.tx
        .selectFrom('schedule_run')
        .select('id')
        .where('id', '=', run)
        .where('schedule_id', '=', id)
        .executeTakeFirst();
      if (found === undefined) throw new ProblemError('NOT_FOUND');
      const { numUpdatedRows } = await change.tx
        .updateTable('report_run')
        .set({ revoked: true })
        .where('schedule_run_id', '=', run)
        .where('revoked', '=', false)
        .executeTakeFirst();
      await change.record({
        action: 'scheduling.revoke',
        ...schedulingSubject(row),
        before: { run: null, links: null },
        after: { run, links: Number(numUpdatedRows) },
      });
    });
  }

  /** Each run has another due time: the next millisecond that no run of the schedule has. */
  async #freeInstant(tx: Tx, id: number, now: Date): Promise<Date> {
    const last = await tx
      .selectFrom('schedule_run')
      .select('due_at')
      .where('schedule_id', '=', id)
      .where('due_at', '>=', now)
      .orderBy('due_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last === undefined ? now : addMs(last.due_at, 1);
  }

  async #rejectUnsendable(tx: Tx, row: SchedulingRow, reader: SchedulingReader): Promise<void> {
    if (schedulingTextFaults(row, row.trigger).length > 0)
      throw new ProblemError('SCHEDULING_VARIABLES_INVALID');
    const attachments = await readAttachments(tx, [row.id]);
    const ids = attachments.map(({ report_id }) => report_id);
    const reports = await readReports(tx, ids, reader);
    for (const attachment of attachments) {
      const document = reports.get(attachment.report_id)?.document;
      if (document === undefined) throw new ProblemError('REPORT_UNAVAILABLE');
      if (attachmentFaults(attachment, document).length > 0)
        throw new ProblemError('SCHEDULING_VARIABLES_INVALID');
    }
  }

  async #shown(
    db: Db | Tx,
    rows: readonly SchedulingRunRow[],
    reader: SchedulingReader,
  ): Promise<SchedulingRun[]> {
    const ids = rows.map(({ id }) => id);
    const renderings = await readRenderings(db, ids);
    const names = await readReportNames(
      db,
      renderings.map(({ report_id }) => report_id),
      reader,
    );
    const byRun = Map.groupBy(renderings, ({ schedule_run_id }) => schedule_run_id);
    const alarms = new Map((await countAlarms(db, ids)).map(({ run_id, count }) => [run_id, count]));
    const shown: SchedulingRun[] = [];
    for (const row of rows)
      shown.push({
        ...runSummary(row),
        startedAt: row.started_at?.toISOString() ?? null,
        endedAt: row.ended_at?.toISOString() ?? null,
        recipients: [...(row.state === 'sending' ? await readResults(db, row) : row.recipients)],
        renderings: [...shownRenderings(byRun.get(row.id) ?? [], names)],
        alarms: alarms.get(row.id) ?? 0,
      });
    return shown;
  }
}
