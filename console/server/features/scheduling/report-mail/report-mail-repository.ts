import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import type { ReportMail, ReportMailOrder } from '#schemas/scheduling/report-mail-routes.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';
import { requireMailServer } from '../../../shared/notification/require-mail-server.ts';
import { readReportNames } from '../../../shared/report/readable-report.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';
import { dividedBySize } from '../mail/compose-mail.ts';
import { readMailResults } from './report-mail-keys.ts';

interface ReportPlace {
  readonly customer: number;
  readonly report: number;
}
export interface ReportMailActor extends Actor, ReportPlace {}

/** Files of a report that a caller has requested. */
const ownMails = (db: Db | Tx, { customer, report }: ReportPlace, { id }: Pick<Caller, 'id'>) =>
  db
    .selectFrom('report_mail')
    .innerJoin('report_run', 'report_run.id', 'report_mail.run_id')
    .select(['report_mail.id', 'report_mail.run_id', 'report_mail.recipients', 'report_mail.subject'])
    .select(['report_mail.state', 'report_mail.reason', 'report_mail.created_at'])
    .select(['report_run.format', 'report_run.progress', 'report_run.file_bytes'])
    .select(['report_run.revoked', 'report_run.expires_at'])
    .where('report_run.customer_id', '=', customer)
    .where('report_run.report_id', '=', report)
    .where('report_run.requester_id', '=', id)
    .where('report_run.schedule_run_id', 'is', null);
type MailRow = Awaited<ReturnType<ReturnType<typeof ownMails>['execute']>>[number];

async function shownMail(db: Db | Tx, row: MailRow): Promise<ReportMail> {
  return {
    id: row.id,
    run: row.run_id,
    format: row.format,
    progress: row.progress,
    subject: row.subject,
    state: row.state,
    reason: row.reason,
    recipients: [...(await readMailResults(db, row.id, row.recipients))],
    isLinked: dividedBySize([{ bytes: row.file_bytes ?? 0 }]).linked.length > 0,
    isRevoked: row.revoked,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Mails with a report that users send from its page. */
export class ReportMailRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  /** Newest first. Throws NOT_FOUND. */
  async list(place: ReportPlace, caller: Caller): Promise<ReportMail[]> {
    const { db } = this.#needs;
    await this.#nameOf(db, place, caller);
    const rows = await ownMails(db, place, caller)
      .orderBy('report_mail.id', 'desc')
      .limit(schedulingLimits.maxListedRuns)
      .execute();
    const mails: ReportMail[] = [];
    for (const row of rows) mails.push(await shownMail(db, row));
    return mails;
  }

  /** Throws NOT_FOUND, MAIL_SERVER_MISSING, REPORT_NOT_RENDERED, REPORT_RUN_LIMIT, and faults of the texts. */
  async send(run: number, order: ReportMailOrder, actor: ReportMailActor): Promise<ReportMail> {
    rejectFaults(schedulingTextFaults(order, { kind: 'daily' }));
    await requireMailServer(this.#needs.db);
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const { caller, customer, report } = actor;
      const name = await this.#nameOf(tx, actor, caller);
      const found = await this.#ownRun(tx, run, actor);
      if (found.expires_at <= now) throw new ProblemError('NOT_FOUND');
      if (found.state === 'failed' || found.state === 'cancelled')
        throw new ProblemError('REPORT_NOT_RENDERED');
      await this.#rejectMany(tx, caller);
      const { recipients, language, subject, message } = order;
      const { id } = await tx
        .insertInto('report_mail')
        .values({ run_id: run, recipients: [...recipients], language, subject, message, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const about = { subject: 'report', subjectId: report, subjectName: name, customer };
      await record({ action: 'report.mail', ...about, after: { run, recipients: recipients.toSorted() } });
      const row = await ownMails(tx, actor, caller)
        .where('report_mail.id', '=', id)
        .executeTakeFirstOrThrow();
      return shownMail(tx, row);
    });
  }

  /** Throws NOT_FOUND. */
  revoke(run: number, actor: ReportMailActor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const { caller, customer, report } = actor;
      const name = await this.#nameOf(tx, actor, caller);
      await this.#ownRun(tx, run, actor);
      await tx.updateTable('report_run').set({ revoked: true }).where('id', '=', run).execute();
      const about = { subject: 'report', subjectId: report, subjectName: name, customer };
      await record({ action: 'report.mail-revoke', ...about, before: { run: null }, after: { run } });
    });
  }

  async #nameOf(db: Db | Tx, { customer, report }: ReportPlace, caller: Caller): Promise<string> {
    const name = (await readReportNames(db, [report], { caller, customer })).get(report);
    if (name === undefined) throw new ProblemError('NOT_FOUND');
    return name;
  }

  async #ownRun(tx: Tx, run: number, { caller, customer, report }: ReportMailActor) {
    const row = await tx
      .selectFrom('report_run')
      .select(['state', 'expires_at'])
      .where('id', '=', run)
      .where('customer_id', '=', customer)
      .where('report_id', '=', report)
      .where('requester_id', '=', caller.id)
      .where('schedule_run_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row;
  }

  async #rejectMany(tx: Tx, { id }: Caller): Promise<void> {
    const { maxWaitingMails: max } = schedulingLimits;
    const { count } = await tx
      .selectFrom('report_mail')
      .innerJoin('report_run', 'report_run.id', 'report_mail.run_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('report_run.requester_id', '=', id)
      .where('report_mail.state', '=', 'rendering')
      .executeTakeFirstOrThrow();
    if (count >= max) throw new ProblemError('REPORT_RUN_LIMIT', { params: { max } });
  }
}
