import { asNames } from '#platform/postgres/as-names.ts';
import { readReached } from '#platform/resource/reached-customers.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Caller } from '../../kernel/access/caller.ts';

export interface CockpitAlarm {
  readonly id: number;
  readonly name: string;
  readonly cockpit: number;
}

/**
 * Alarms of the cockpits that are shared with a customer, or, without one, with a customer that the caller sees. By name. Restricted
 * alarms are included: filter with `AlarmVisibility`.
 */
export async function readAlarmNames(
  db: Db,
  { customer, caller }: { readonly customer: number | null; readonly caller: Caller },
): Promise<CockpitAlarm[]> {
  const [rows, reached] = await Promise.all([
    db
      .selectFrom('cockpit_alarm')
      .select(['id', 'label as name', 'cockpit_id as cockpit'])
      .orderBy('label', asNames)
      .orderBy('id')
      .execute(),
    readReached(db, 'cockpit'),
  ]);
  const concerned = customer === null ? [...caller.customers.keys()] : [customer];
  const isShared = (cockpit: number): boolean => {
    if (customer === null && caller.allCustomers) return true;
    const sharedWith = reached.get(cockpit);
    return reached.has(cockpit) && (sharedWith?.some((one) => concerned.includes(one)) ?? true);
  };
  return rows.filter(({ cockpit }) => isShared(cockpit));
}
