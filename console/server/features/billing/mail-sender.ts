import { text } from 'node:stream/consumers';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { daysOfMonth } from '#schemas/billing/day.ts';
import { noUnits } from '#schemas/billing/service.ts';
import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { MailJob } from '#schemas/notification/job.ts';
import { licenseWarnings, warningKey } from '#schemas/settings/license/warning.ts';
import { licenseTime, readStoredLicense, readUsedUnits } from '../../shared/license/license-store.ts';
import { queueMail } from '../../shared/notification/queue-mail.ts';
import { daysWithCustomers, readBilledDays } from './billed-units.ts';
import { billingCsv } from './billing-table.ts';
import { monthKey, readBillingMailSetting, unitRecipients } from './billing-mail-repository.ts';
import { unitMail, warningMail } from './billing-mails.ts';
import { monthToMail } from './month-to-mail.ts';

export interface MailSenderNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  /** URL under which browsers reach the console. */
  readonly publicUrl: string;
}

type Content = Pick<MailJob, 'subject' | 'text' | 'attachment'>;

/** Of the key of a job. */
const MAX_KEY = 180;

/** Queues mails about units and the license. */
export class MailSender {
  readonly #needs: MailSenderNeeds;

  constructor(needs: MailSenderNeeds) {
    this.#needs = needs;
  }

  get #host(): string {
    return new URL(this.#needs.publicUrl).host;
  }

  /** Queues the units of a period; returns the number of recipients. Rejects when the broker does not accept it. */
  async sendUnits(period: { readonly from: string; readonly to: string }, key: string): Promise<number> {
    const { db } = this.#needs;
    const to = await unitRecipients(db);
    if (to.length === 0) return 0;
    const { language } = await readBillingMailSetting(db);
    const days = await readBilledDays(db, period, undefined);
    const csv = await text(billingCsv(daysWithCustomers(db, period, undefined), csvDialectOf(language)));
    await this.#queue(key, to, unitMail({ host: this.#host, ...period, days, csv }, language));
    return to.length;
  }

  /** Mails the month that has ended, once. */
  async sendMonth(lastDay: string | undefined): Promise<void> {
    const { db, clock } = this.#needs;
    const month = monthToMail(await readBillingMailSetting(db), { now: clock.now(), lastDay });
    if (month === undefined) return;
    await this.#once(monthKey(month), async (key) => {
      await this.sendUnits(daysOfMonth(month), key);
    });
  }

  /** Mails what the license warns of to the addresses attached to it, each once. */
  async sendWarnings(): Promise<void> {
    const { db, clock } = this.#needs;
    const license = await readStoredLicense(db);
    const used = await readUsedUnits(db);
    if (license === undefined || license.content.emails.length === 0) return;
    const { content } = license;
    const nowMs = (await licenseTime(db, clock)).getTime();
    const { language } = await readBillingMailSetting(db);
    for (const warning of licenseWarnings(content, { units: used?.units ?? noUnits, nowMs }))
      await this.#once(warningKey(content, warning, nowMs), (key) =>
        this.#queue(key, content.emails, warningMail(content, warning, { host: this.#host, language })),
      );
  }

  /**
   * Queues first, then notes that it did: a process that ends in between, or another one at the same time, queues a job of the same key,
   * which is delivered once.
   */
  async #once(key: string, send: (jobKey: string) => Promise<void>): Promise<void> {
    const { db, clock } = this.#needs;
    const known = await db.selectFrom('billing_mail').select('key').where('key', '=', key).executeTakeFirst();
    if (known !== undefined) return;
    await send(`billing-${key.replaceAll(/[^\w-]+/g, '-')}`.slice(0, MAX_KEY));
    await db
      .insertInto('billing_mail')
      .values({ key, queued_at: clock.now() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }

  #queue(key: string, to: readonly string[], content: Content): Promise<void> {
    const sinceMs = this.#needs.clock.now().getTime();
    return queueMail(this.#needs, MailJob.parse({ kind: 'mail', key, sinceMs, to: [...to], ...content }));
  }
}
