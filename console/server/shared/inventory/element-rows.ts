import { sql } from 'kysely';
import { accessColumns } from '#platform/inventory/snmp-access.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

const PAGE = 5_000;

/** Rows after an id, in the order of their ids. */
type PageOf<Row> = (after: number) => Promise<readonly Row[]>;

async function* pages<Row extends { readonly id: number }>(
  read: PageOf<Row>,
): AsyncGenerator<readonly Row[]> {
  let after = 0;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Elements of customers with an id after the last one that was read. */
const elementsAfter = (db: Tx | Db, customers: readonly number[], after: number) =>
  db
    .selectFrom('network_element as element')
    .select(['element.id', 'customer_id', 'name'])
    .where('customer_id', 'in', customers)
    .where('element.id', '>', after)
    .orderBy('element.id')
    .limit(PAGE);

const parentId = sql<number>`coalesce(parent_id, 0)`.as('parent_id');

/** Pages of the sites of customers. */
export const storedSites = (db: Tx | Db, customers: readonly number[]) =>
  pages((after) =>
    elementsAfter(db, customers, after)
      .innerJoin('site', 'site.id', 'element.id')
      .select(['city', 'country', 'region', 'latitude', 'longitude', 'networks'])
      .execute(),
  );

/** Pages of the devices of customers, with sealed secrets. */
export const storedDevices = (db: Tx | Db, customers: readonly number[]) =>
  pages((after) =>
    elementsAfter(db, customers, after)
      .innerJoin('device', 'device.id', 'element.id')
      .select(['address', 'vendor', 'model', 'snmp_credential_id', ...accessColumns, parentId])
      .execute(),
  );

/** Pages of the interfaces of customers. */
export const storedInterfaces = (db: Tx | Db, customers: readonly number[]) =>
  pages((after) =>
    elementsAfter(db, customers, after)
      .innerJoin('network_interface as port', 'port.id', 'element.id')
      .select(['if_alias', 'bandwidth_in_bps', 'bandwidth_out_bps', parentId])
      .execute(),
  );
