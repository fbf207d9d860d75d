import type { Db } from '#platform/postgres/postgres.ts';
import { readReached } from '#platform/resource/reached-customers.ts';

/** Returns whether an active alarm definition applies to a customer. */
export async function readActiveDefinitions(db: Db): Promise<(customer: number) => boolean> {
  const [rows, reached] = await Promise.all([
    db
      .selectFrom('resource')
      .innerJoin('cockpit_alarm', 'cockpit_alarm.cockpit_id', 'resource.id')
      .select('resource.id')
      .distinct()
      .where('resource.active', '=', true)
      .where('cockpit_alarm.enabled', '=', true)
      .execute(),
    readReached(db, 'cockpit'),
  ]);
  const shares = rows.flatMap(({ id }) => (reached.has(id) ? [reached.get(id)] : []));
  const isForAll = shares.includes(undefined);
  const customers = new Set(shares.flatMap((share) => share ?? []));
  return (customer) => isForAll || customers.has(customer);
}
