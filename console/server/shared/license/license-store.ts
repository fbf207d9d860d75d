import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { dayStartMs } from '#schemas/billing/day.ts';
import { noUnits, type Units } from '#schemas/billing/service.ts';
import { LicenseContent, LICENSE_SETTING, LicenseTexts } from '#schemas/settings/license/license.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** The license as it was accepted: its texts, and what it says. */
const Stored = z.strictObject({ ...LicenseTexts.shape, content: LicenseContent });
export type AcceptedLicense = z.infer<typeof Stored>;

/** Undefined: none is stored. */
export async function readStoredLicense(db: Db | Tx): Promise<AcceptedLicense | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', LICENSE_SETTING)
    .executeTakeFirst();
  return row === undefined ? undefined : Stored.parse(row.value);
}

export interface UsedUnits {
  readonly day: string;
  readonly units: Units;
}

/** Units of all customers on the last day that was counted. */
export async function readUsedUnits(db: Db | Tx): Promise<UsedUnits | undefined> {
  const last = await db
    .selectFrom('billing_day')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return undefined;
  const rows = await db
    .selectFrom('billing_count')
    .select(['service', (is) => is.fn.sum<string>('units').as('units')])
    .where('day', '=', last.day)
    .groupBy('service')
    .execute();
  const units = Object.fromEntries(rows.map(({ service, units: sum }) => [service, Number(sum)]));
  return { day: last.day, units: { ...noUnits, ...units } };
}

/** The time for dates of licenses: a clock that is set back does not undo the days that were counted. */
export async function licenseTime(db: Db | Tx, clock: Clock): Promise<Date> {
  const now = clock.now();
  const last = await db
    .selectFrom('billing_day')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counted = last === undefined ? 0 : dayStartMs(last.day) + DAY_MS;
  return counted > now.getTime() ? dateAtMs(counted) : now;
}
