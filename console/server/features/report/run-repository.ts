import { Readable } from 'node:stream';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import { unleased } from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { addRenderings } from '#platform/rendering/render-queue.ts';
import { filePartsOf } from '#platform/rendering/rendered-files.ts';
import { renderingLimits } from '#schemas/limit/rendering.ts';
import { variableFaults } from '#schemas/report/parameters.ts';
import { reportSpan } from '#schemas/report/period.ts';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { ReportRun, ReportRunOrder } from '#schemas/rendering/routes.ts';
import type { RenderParameters } from '#schemas/rendering/rendering.ts';
import { knownZone } from '#schemas/time/time-zone.ts';
import { seesAlarms, timeZoneOf, type Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { FileReply } from '../../kernel/route/serve.ts';
import { readReports } from '../../shared/report/readable-report.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';

export interface ReportRunNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Whether PDF can be made, as the processes that render say; undefined: none is heard. */
  readonly hasChromium: () => boolean | undefined;
}

/** A report in the space of a customer. */
export interface ReportOfCustomer {
  readonly customer: number;
  readonly report: number;
}
interface RunPlace extends ReportOfCustomer {
  readonly run: number;
}
interface RunActor extends Actor, ReportOfCustomer {}

const columns = [
  ...(['id', 'format', 'state', 'progress', 'failure', 'detail', 'file_name', 'file_bytes'] as const),
  ...(['created_at', 'ended_at', 'expires_at'] as const),
] as const;

/** Runs that a caller has requested of a report: those of schedules are none. */
const ownRuns = (db: Db | Tx, { customer, report }: ReportOfCustomer, { id }: Pick<Caller, 'id'>) =>
  db
    .selectFrom('report_run')
    .select(columns)
    .where('customer_id', '=', customer)
    .where('report_id', '=', report)
    .where('requester_id', '=', id)
    .where('schedule_run_id', 'is', null);
type RunRow = Awaited<ReturnType<ReturnType<typeof ownRuns>['execute']>>[number];

const isUnfinished = ({ state }: Pick<RunRow, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

const runOfRow = (row: RunRow): ReportRun => ({
  id: row.id,
  format: row.format,
  state: row.state,
  progress: row.progress,
  failure: row.failure,
  detail: row.detail,
  file:
    row.state === 'done' && row.file_name !== null
      ? { name: row.file_name, bytes: row.file_bytes ?? 0 }
      : null,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
});

/** The first variable or item that a report does not have. */
function unknownIn(document: ReportDocument, { variables, dashlets }: ReportRunOrder): string | undefined {
  const items = new Set(document.pages.flatMap((page) => page.items.map(({ id }) => id)));
  return variableFaults(document, { variables })[0]?.variable ?? dashlets.find((id) => !items.has(id));
}

/** What is rendered: absent parts are those of the report, at this moment. */
function parametersOf(
  document: ReportDocument,
  order: ReportRunOrder,
  { now, zone }: { readonly now: Date; readonly zone: string },
): RenderParameters {
  const { from, to, language, variables, dashlets } = order;
  const timeZone = knownZone(order.timeZone ?? document.timeZone ?? zone);
  const span = reportSpan(document.period, Math.floor(now.getTime() / 1_000), timeZone);
  return { from: from ?? span.from, to: to ?? span.to, timeZone, language, variables, dashlets };
}

/** Reports that users request as files. Each of them has a row of the queue, which belongs to the user alone. */
export class ReportRunRepository {
  readonly #needs: ReportRunNeeds;

  constructor(needs: ReportRunNeeds) {
    this.#needs = needs;
  }

  /** Newest first. Throws NOT_FOUND, REPORT_UNAVAILABLE. */
  async list(place: ReportOfCustomer, caller: Caller): Promise<ReportRun[]> {
    const { db, clock } = this.#needs;
    await this.#readable(db, place, caller);
    const rows = await ownRuns(db, place, caller)
      .where('expires_at', '>', clock.now())
      .orderBy('id', 'desc')
      .limit(renderingLimits.maxFiles)
      .execute();
    return rows.map(runOfRow);
  }

  /** Throws NOT_FOUND, REPORT_UNAVAILABLE. */
  async read({ run, ...place }: RunPlace, caller: Caller): Promise<ReportRun> {
    const { db, clock } = this.#needs;
    await this.#readable(db, place, caller);
    const row = await ownRuns(db, place, caller)
      .where('id', '=', run)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return runOfRow(row);
  }

  /** Throws NOT_FOUND, REPORT_UNAVAILABLE, REPORT_RUN_VARIABLES, REPORT_RUN_LIMIT, REPORT_BROWSER_MISSING. */
  create(order: ReportRunOrder, actor: RunActor): Promise<ReportRun> {
    if (order.format === 'pdf' && this.#needs.hasChromium() === false)
      throw new ProblemError('REPORT_BROWSER_MISSING');
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const { caller, customer, report } = actor;
      const { name, document } = await this.#readable(tx, actor, caller);
      const unknown = unknownIn(document, order);
      if (unknown !== undefined)
        throw new ProblemError('REPORT_RUN_VARIABLES', { params: { name: unknown } });
      await this.#makeRoom(tx, caller);
      const parameters = parametersOf(document, order, { now, zone: timeZoneOf(caller, customer) });
      const { format } = order;
      const [id = 0] = await addRenderings(
        tx,
        [
          {
            customer,
            report,
            format,
            parameters,
            requester: caller.id,
            scheduleRun: null,
            expiresAt: addMs(now, renderingLimits.retainMs),
          },
        ],
        now,
      );
      if (!seesAlarms(caller))
        await tx.updateTable('report_run').set({ shows_alarms: false }).where('id', '=', id).execute();
      const row = await ownRuns(tx, actor, caller).where('id', '=', id).executeTakeFirstOrThrow();
      const subject = { subject: 'report', subjectId: report, subjectName: name, customer };
      await record({ action: 'report.render', ...subject, after: { format, run: id } });
      return runOfRow(row);
    });
  }

  /** Cancels an unfinished run; deletes one that has ended, with its file. Throws NOT_FOUND, REPORT_UNAVAILABLE. */
  cancel(run: number, actor: RunActor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const { caller, customer, report } = actor;
      const { name } = await this.#readable(tx, actor, caller);
      const found = await ownRuns(tx, actor, caller).where('id', '=', run).forUpdate().executeTakeFirst();
      if (found === undefined) throw new ProblemError('NOT_FOUND');
      if (isUnfinished(found))
        await tx
          .updateTable('report_run')
          .set({ state: 'cancelled', ...unleased, ended_at: now })
          .where('id', '=', run)
          .execute();
      else await tx.deleteFrom('report_run').where('id', '=', run).execute();
      const subject = { subject: 'report', subjectId: report, subjectName: name, customer };
      await record({ action: 'report.cancel', ...subject, before: { format: found.format, run } });
    });
  }

  /** Throws NOT_FOUND, REPORT_UNAVAILABLE, REPORT_NOT_RENDERED. */
  async file(place: RunPlace, caller: Caller): Promise<FileReply> {
    const { file } = await this.read(place, caller);
    const { db } = this.#needs;
    if (file === null) throw new ProblemError('REPORT_NOT_RENDERED');
    return { name: file.name, content: Readable.from(filePartsOf(db, { run: place.run, kind: 'file' })) };
  }

  async #readable(
    db: Db | Tx,
    { customer, report }: ReportOfCustomer,
    caller: Caller,
  ): Promise<{ readonly name: string; readonly document: ReportDocument }> {
    const found = (await readReports(db, [report], { caller, customer })).get(report);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    const { name, document } = found;
    if (document === undefined) throw new ProblemError('REPORT_UNAVAILABLE');
    return { name, document };
  }

  /** A user has few reports in the queue, and few files: the oldest give way. */
  async #makeRoom(tx: Tx, { id }: Caller): Promise<void> {
    const { maxUnfinished: max, maxFiles, maxFileBytes } = renderingLimits;
    // One after another: two requests at once would each find room.
    await tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
    const rows = await tx
      .selectFrom('report_run')
      .select(['id', 'state', 'file_bytes'])
      .select((eb) =>
        // Mails have a link to it, or are still to be sent.
        eb
          .exists(
            eb.selectFrom('report_mail').select('id').whereRef('report_mail.run_id', '=', 'report_run.id'),
          )
          .as('is_mailed'),
      )
      .where('requester_id', '=', id)
      .where('schedule_run_id', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    if (rows.filter(isUnfinished).length >= max)
      throw new ProblemError('REPORT_RUN_LIMIT', { params: { max } });
    let bytes = 0;
    const old = rows
      .filter((row) => !isUnfinished(row) && row.is_mailed !== true)
      .filter(({ file_bytes: size }, at) => {
        bytes += size ?? 0;
        return at >= maxFiles - 1 || bytes > maxFileBytes;
      });
    if (old.length === 0) return;
    await tx
      .deleteFrom('report_run')
      .where(
        'id',
        'in',
        old.map((row) => row.id),
      )
      .execute();
  }
}
