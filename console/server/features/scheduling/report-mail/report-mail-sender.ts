import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Log } from '#platform/log/log.ts';
import { isFree } from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { fillText } from '#schemas/problem/definition.ts';
import type { OutputFormat, RenderingState, RenderParameters } from '#schemas/rendering/rendering.ts';
import type { RunReason } from '#schemas/scheduling/run.ts';
import { runReasonText } from '#schemas/scheduling/run-reason.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { knownZone } from '#schemas/time/time-zone.ts';
import { readCallers, readCustomers } from '../../../kernel/access/read-callers.ts';
import { readMailBrand } from '../../../shared/brand/report-brand.ts';
import { readReportNames } from '../../../shared/report/readable-report.ts';
import { authorName } from '../../../shared/resource/stored-resource.ts';
import { jsonCell } from '../json-cell.ts';
import { composeMail, dividedBySize, type MailReport, type ScheduleMail } from '../mail/compose-mail.ts';
import type { MailLinks } from '../mail/mail-links.ts';
import { mailTexts } from '../mail/mail-texts.ts';
import { queueSealedMail, type SealedMailNeeds } from '../mail/queue-sealed-mail.ts';
import { reportMailKey } from './report-mail-keys.ts';

export interface ReportMailSenderNeeds extends SealedMailNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly links: MailLinks;
}

/** A mail whose report is rendered, or will not be. */
interface DueMail {
  readonly id: number;
  readonly run_id: number;
  readonly recipients: readonly string[];
  readonly language: 'en' | 'fr';
  readonly subject: string;
  readonly message: string;
  readonly run_state: RenderingState;
  readonly detail: string;
  readonly customer_id: number;
  readonly report_id: number;
  readonly requester_id: number | null;
  readonly format: OutputFormat;
  readonly parameters: RenderParameters;
  readonly file_name: string | null;
  readonly file_bytes: number | null;
  readonly expires_at: Date;
  readonly has_preview: boolean;
}

const LEASE_MS = MINUTE_MS;
const { maxRenderingMs, retainRunsMs } = schedulingLimits;

/** Claims the next mail whose report is there, has failed, or takes too long. */
async function claim({ db, clock }: ReportMailSenderNeeds): Promise<DueMail | undefined> {
  const now = clock.now();
  const { rows } = await sql<DueMail>`
    WITH due AS (
      SELECT mail.id FROM report_mail AS mail JOIN report_run AS run ON run.id = mail.run_id
      WHERE mail.state = 'rendering' AND ${isFree(now, 'mail')}
        AND (run.state IN ('done', 'failed', 'cancelled') OR mail.created_at < ${addMs(now, -maxRenderingMs)})
      ORDER BY mail.id LIMIT 1 FOR UPDATE OF mail SKIP LOCKED
    )
    UPDATE report_mail AS mail SET lease_until = ${addMs(now, LEASE_MS)}
    FROM due, report_run AS run
    WHERE mail.id = due.id AND run.id = mail.run_id
    RETURNING mail.id, mail.run_id, mail.recipients, mail.language, mail.subject, mail.message, run.state AS run_state,
      run.detail, run.customer_id, run.report_id, run.requester_id, run.format, run.parameters, run.file_name,
      run.file_bytes, run.expires_at, EXISTS (
        SELECT FROM report_file AS file WHERE file.run_id = run.id AND file.kind = 'preview'
      ) AS has_preview`.execute(db);
  return rows[0];
}

interface Sender {
  readonly name: string;
  readonly email: string;
  readonly language: 'en' | 'fr';
  /** Name of the report, if they may send it now. */
  readonly report: string | undefined;
}

async function senderOf(
  db: Db,
  { requester_id: id, customer_id: customer, report_id: report }: DueMail,
): Promise<Sender> {
  const account = await db
    .selectFrom('account')
    .select(['first_name', 'last_name', 'username', 'email', 'language'])
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  if (account === undefined || id === null) return { name: '', email: '', language: 'en', report: undefined };
  const name = authorName(account.first_name, account.last_name, account.username) ?? account.username;
  const caller = (await readCallers(db, [id], () => readCustomers(db))).get(id);
  const may = caller?.permissions.has('SCHEDULING.write') === true && caller.customers.has(customer);
  const names = may ? await readReportNames(db, [report], { caller, customer }) : new Map<number, string>();
  const language = account.language === 'fr' ? 'fr' : 'en';
  return { name, email: account.email, language, report: names.get(report) };
}

/** Why a mail is not sent; undefined: it is. */
function reasonOf(mail: DueMail, sender: Sender): RunReason | undefined {
  if (sender.report === undefined) return { code: 'sender-right', params: { owner: sender.name } };
  if (mail.run_state === 'done') return undefined;
  if (mail.run_state === 'cancelled') return { code: 'cancelled', params: {} };
  if (mail.run_state === 'failed')
    return { code: 'rendering', params: { report: sender.report, detail: mail.detail } };
  return { code: 'slow', params: { minutes: Math.floor(maxRenderingMs / MINUTE_MS) } };
}

/** Sends the mails that users have requested, when their report is rendered. Mails that a stopped server queued twice are sent once. */
export class ReportMailSender {
  readonly #needs: ReportMailSenderNeeds;

  constructor(needs: ReportMailSenderNeeds) {
    this.#needs = needs;
  }

  /** Sends everything that can be sent now. */
  async sendAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const mail = await claim(this.#needs);
      if (mail === undefined) return;
      try {
        await this.#send(mail);
      } catch (error) {
        // The lease ends by itself.
        this.#needs.log.warn({ err: error, mail: mail.id }, 'report mail interrupted');
      }
    }
  }

  async #send(mail: DueMail): Promise<void> {
    const { db } = this.#needs;
    const sender = await senderOf(db, mail);
    const customer =
      (await db.selectFrom('customer').select('name').where('id', '=', mail.customer_id).executeTakeFirst())
        ?.name ?? '';
    const reason = reasonOf(mail, sender);
    if (reason !== undefined) {
      if (reason.code !== 'cancelled') await this.#notify(mail, sender, { customer, reason });
      await this.#end(mail, { state: 'failed', reason: jsonCell(reason) });
      return;
    }
    const expiresAt = await this.#retainLinked(mail);
    const brand = await readMailBrand(db, mail.customer_id);
    const content = this.#contentOf({ ...mail, expires_at: expiresAt }, sender, { customer, brand });
    for (const address of mail.recipients) {
      const { subject, ...body } = composeMail(content, undefined);
      const key = reportMailKey(mail.id, address);
      await queueSealedMail(this.#needs, {
        key,
        customer: mail.customer_id,
        address,
        subject,
        content: body,
      });
    }
    await this.#end(mail, { state: 'queued', reason: null });
  }

  /** A file that is a link is retained as long as those of schedules. */
  async #retainLinked(mail: DueMail): Promise<Date> {
    if (dividedBySize([{ bytes: mail.file_bytes ?? 0 }]).linked.length === 0) return mail.expires_at;
    const { db, clock } = this.#needs;
    const expiresAt = addMs(clock.now(), retainRunsMs);
    await db.updateTable('report_run').set({ expires_at: expiresAt }).where('id', '=', mail.run_id).execute();
    return expiresAt;
  }

  #pageOf({ customer_id: customer, report_id: report }: DueMail): string {
    return this.#needs.links.page(`/report?customer=${String(customer)}&open=${String(report)}`);
  }

  #contentOf(
    mail: DueMail,
    { name, report = '' }: Sender,
    { customer, brand }: Pick<ScheduleMail, 'customer' | 'brand'>,
  ): ScheduleMail {
    const { links, clock } = this.#needs;
    const rendered: MailReport = {
      run: mail.run_id,
      report,
      format: mail.format,
      fileName: mail.file_name ?? `report.${mail.format}`,
      bytes: mail.file_bytes ?? 0,
      hasPreview: mail.has_preview,
      span: mail.parameters,
      expiresAt: mail.expires_at,
    };
    return {
      schedule: report,
      sender: name,
      customer,
      brand,
      language: mail.language,
      timeZone: knownZone(mail.parameters.timeZone),
      subject: mail.subject,
      message: mail.message,
      at: clock.now(),
      reports: [rendered],
      alarms: [],
      alarmCount: 0,
      host: new URL(links.page('/')).host,
      page: this.#pageOf(mail),
      linkOf: (one) => links.file(one.run, one.expiresAt),
    };
  }

  async #notify(
    mail: DueMail,
    { email, language, report }: Sender,
    { customer, reason }: { readonly customer: string; readonly reason: RunReason },
  ): Promise<void> {
    const texts = mailTexts[language];
    const host = new URL(this.#needs.links.page('/')).host;
    // Who may no longer read the report may no longer read its name.
    const params = {
      host,
      report: report ?? String(mail.report_id),
      customer,
      recipients: mail.recipients.join(', '),
    };
    const text = [fillText(texts.mailNoticeLead, params, language), runReasonText(reason, language)].join(
      '\n\n',
    );
    await queueSealedMail(this.#needs, {
      key: `report-mail-notice-${String(mail.id)}`,
      customer: mail.customer_id,
      address: email,
      subject: fillText(texts.mailNoticeSubject, params, language),
      content: { text: `${text}\n` },
    });
  }

  async #end(
    { id }: DueMail,
    change: {
      readonly state: 'queued' | 'failed';
      readonly reason: ReturnType<typeof jsonCell<RunReason>> | null;
    },
  ): Promise<void> {
    await this.#needs.db
      .updateTable('report_mail')
      .set({ ...change, lease_until: null })
      .where('id', '=', id)
      .execute();
  }
}
