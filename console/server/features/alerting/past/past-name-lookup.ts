import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { PastNameLookup } from './past-alerts.ts';
import { readPastNames, type PlacedEvent } from './past-names.ts';

interface NameNeeds {
  readonly db: Db;
  readonly inventory: Pick<InventoryCache, 'current'>;
}

/** The names of alarms, elements and KPIs of events of a customer. */
export async function readNameLookup(
  { db, inventory: cache }: NameNeeds,
  customer: number,
  rows: readonly PlacedEvent[],
): Promise<PastNameLookup> {
  const inventory = cache.current;
  const [then, defined] = await Promise.all([
    readPastNames({ db, inventory, customer }, rows),
    db.selectFrom('kpi_definition').select(['id', 'key', 'element']).execute(),
  ]);
  return { inventory, then, defined: new Map(defined.map(({ id, ...kpi }) => [id, kpi])) };
}
