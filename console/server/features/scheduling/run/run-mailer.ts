import type { Db } from '#platform/postgres/postgres.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { fillText, type TextLanguage } from '#schemas/problem/definition.ts';
import { mailbox } from '#schemas/scheduling/recipients.ts';
import type { RunReason } from '#schemas/scheduling/run.ts';
import { runReasonText } from '#schemas/scheduling/run-reason.ts';
import { knownZone } from '#schemas/time/time-zone.ts';
import type { ScheduledAlarm } from '#schemas/table/scheduling/scheduling.ts';
import { readMailBrand } from '../../../shared/brand/report-brand.ts';
import { composeMail, timeWriter, type MailReport, type ScheduleMail } from '../mail/compose-mail.ts';
import type { MailLinks } from '../mail/mail-links.ts';
import { mailTexts } from '../mail/mail-texts.ts';
import { queueSealedMail, type SealedMailNeeds } from '../mail/queue-sealed-mail.ts';
import type { SchedulingRow } from '../stored-scheduling.ts';
import { mailKey } from './recipients-of-run.ts';
import { readRunReports } from './rendering-outcome.ts';
import type { ClaimedRun } from './run-store.ts';

export interface RunMailerNeeds extends SealedMailNeeds {
  readonly db: Db;
  readonly links: MailLinks;
}

/** The mails of a run. */
export interface RunMails {
  readonly recipients: readonly string[];
  readonly alarms: readonly ScheduledAlarm[];
  /** Extends the lease of the run; false: it was cancelled, or another server has it. */
  readonly isOurs: () => Promise<boolean>;
}

const customerName = async (db: Db, { customer_id: id }: SchedulingRow): Promise<string> =>
  (await db.selectFrom('customer').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';

async function readMailReports(db: Db, run: number): Promise<readonly MailReport[]> {
  const rows = await readRunReports(db, run);
  return rows.map((row) => ({
    run: row.id,
    report: row.report_name ?? '',
    format: row.format,
    fileName: row.file_name ?? `report.${row.format}`,
    bytes: row.file_bytes ?? 0,
    hasPreview: Boolean(row.has_preview),
    span: row.parameters,
    expiresAt: row.expires_at,
  }));
}

/** Queues the mails of runs: one per recipient, so that one that is rejected stops no other. */
export class RunMailer {
  readonly #needs: RunMailerNeeds;

  constructor(needs: RunMailerNeeds) {
    this.#needs = needs;
  }

  /**
   * Queues the mails as long as this server has the run; returns whether all are queued. Throws UNAVAILABLE when the broker does not accept
   * one: those that it has accepted are delivered once when they are queued again.
   */
  async queue({ run, schedule }: ClaimedRun, { recipients, alarms, isOurs }: RunMails): Promise<boolean> {
    const mail = await this.#mailOf({ run, schedule }, alarms);
    const required = new Set(schedule.required.map(mailbox));
    for (const address of recipients) {
      if (!(await isOurs())) return false;
      const isFixed = run.cause === 'manual' || required.has(mailbox(address));
      const unsubscribe = isFixed ? undefined : this.#needs.links.unsubscribe(schedule.id, address);
      const { subject, ...content } = composeMail(mail, unsubscribe);
      await this.#queue({ key: mailKey(run.id, address), customer: schedule.customer_id }, address, {
        subject,
        content,
      });
    }
    return true;
  }

  /** Notifies the owner why a run sent nothing. */
  async notify({ run, schedule }: ClaimedRun, reason: RunReason): Promise<void> {
    const { db, links } = this.#needs;
    if (schedule.owner_id === null) return;
    const account = await db
      .selectFrom('account')
      .select(['email', 'language'])
      .where('id', '=', schedule.owner_id)
      .executeTakeFirst();
    const language: TextLanguage = account?.language === 'fr' ? 'fr' : 'en';
    const texts = mailTexts[language];
    const write = timeWriter({ language, timeZone: knownZone(schedule.time_zone) });
    const params = {
      host: new URL(links.page('/')).host,
      schedule: schedule.name,
      customer: await customerName(db, schedule),
      due: write(run.due_at),
    };
    const text = [
      fillText(texts.noticeLead, params, language),
      runReasonText(reason, language),
      `${texts.open}: ${this.#pageOf(schedule)}`,
    ].join('\n\n');
    await this.#queue(
      { key: `schedule-notice-${String(run.id)}`, customer: schedule.customer_id },
      account?.email ?? '',
      { subject: fillText(texts.noticeSubject, params, language), content: { text: `${text}\n` } },
    );
  }

  #pageOf({ id, customer_id: customer }: SchedulingRow): string {
    return this.#needs.links.page(`/scheduling?customer=${String(customer)}&runs=${String(id)}`);
  }

  async #mailOf({ run, schedule }: ClaimedRun, alarms: readonly ScheduledAlarm[]): Promise<ScheduleMail> {
    const { db, links } = this.#needs;
    return {
      schedule: schedule.name,
      customer: await customerName(db, schedule),
      brand: await readMailBrand(db, schedule.customer_id),
      language: schedule.language,
      timeZone: knownZone(schedule.time_zone),
      subject: schedule.subject,
      message: schedule.message,
      at: run.due_at,
      reports: await readMailReports(db, run.id),
      alarms: alarms.slice(0, schedulingLimits.maxListedAlarms),
      alarmCount: alarms.length,
      host: new URL(links.page('/')).host,
      page: this.#pageOf(schedule),
      linkOf: (report) => links.file(report.run, report.expiresAt),
    };
  }

  #queue(
    { key, customer }: { readonly key: string; readonly customer: number },
    address: string,
    mail: { readonly subject: string; readonly content: object },
  ): Promise<void> {
    return queueSealedMail(this.#needs, { key, customer, address, ...mail });
  }
}
