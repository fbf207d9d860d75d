import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import {
  BILLING_MAIL_SETTING,
  BillingMail,
  defaultBillingMail,
  type BillingMailView,
} from '#schemas/billing/mail.ts';
import { ZoneName } from '#schemas/time/time-zone.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { updateSetting } from '../../kernel/setting/update-setting.ts';
import { readStoredLicense } from '../../shared/license/license-store.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';

const Stored = z.strictObject({
  ...BillingMail.shape,
  timeZone: ZoneName,
  /** Since when mails are sent by themselves: a month that ended before is not. */
  monthlySince: z.iso.datetime().nullable(),
});
export type StoredBillingMail = z.infer<typeof Stored>;

const none: StoredBillingMail = { ...defaultBillingMail, monthlySince: null };

export async function readBillingMailSetting(db: Db | Tx): Promise<StoredBillingMail> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', BILLING_MAIL_SETTING)
    .executeTakeFirst();
  return row === undefined ? none : Stored.parse(row.value);
}

/** Who gets the units: the addresses of the page, and those of the license. */
export async function unitRecipients(db: Db): Promise<readonly string[]> {
  const [{ recipients }, license] = [await readBillingMailSetting(db), await readStoredLicense(db)];
  return [...new Set([...recipients, ...(license?.content.emails ?? [])])];
}

const MONTH = 'month:';
export const monthKey = (month: string): string => `${MONTH}${month}`;

/** Who gets the units by mail, in PostgreSQL. */
export class BillingMailRepository {
  readonly #needs: { readonly db: Db; readonly clock: Clock };

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    this.#needs = needs;
  }

  async read(): Promise<BillingMailView> {
    const { db } = this.#needs;
    const { monthlySince: _, ...mail } = await readBillingMailSetting(db);
    const license = await readStoredLicense(db);
    const last = await db
      .selectFrom('billing_mail')
      .selectAll()
      .where('key', 'like', `${MONTH}%`)
      .orderBy('key', 'desc')
      .limit(1)
      .executeTakeFirst();
    return {
      ...mail,
      attached: [...(license?.content.emails ?? [])],
      lastMonth: last?.key.slice(MONTH.length) ?? null,
      lastSentAt: last?.queued_at.toISOString() ?? null,
    };
  }

  update(mail: BillingMail, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, now }) => {
      const { monthlySince, ...before } = await readBillingMailSetting(tx);
      const since = before.monthly ? monthlySince : now.toISOString();
      const value: StoredBillingMail = { ...mail, monthlySince: mail.monthly ? since : null };
      await updateSetting(tx, actor.audit, {
        name: BILLING_MAIL_SETTING,
        value,
        before: fieldsOf(before),
        after: fieldsOf(mail),
      });
    });
  }
}
