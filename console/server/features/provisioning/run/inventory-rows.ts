import { sql } from 'kysely';
import { accessColumns } from '#platform/inventory/snmp-access.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { storedDevices, storedInterfaces, storedSites } from '../../../shared/inventory/element-rows.ts';
import type { StoredRows } from '../../../shared/inventory/stored-inventory.ts';

const exporterRows = (db: Tx | Db, addresses: readonly string[]) =>
  db
    .selectFrom('exporter')
    .innerJoin('network_element as element', 'element.id', 'exporter.device_id')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .select(['exporter.address', 'device_id', 'customer_id', 'recipient_id'])
    .select(sql<string>`client_id || ' / ' || element.name`.as('owner'))
    .where(sql<boolean>`exporter.address = ANY (${addresses}::text[])`)
    .execute();

export interface RequestedRows {
  readonly clients: readonly string[];
  readonly addresses: readonly string[];
}

/** Reads what is stored of the customers that a file names, in pages. */
export async function* inventoryRows(
  db: Tx | Db,
  { clients, addresses }: RequestedRows,
): AsyncGenerator<Partial<StoredRows>> {
  const customer = await db
    .selectFrom('customer')
    .select(['id', 'client_id', 'name', 'profile_id', 'recipient_id', 'time_zone'])
    .where(sql<boolean>`lower(client_id) = ANY (${clients.map((id) => id.toLowerCase())}::text[])`)
    .execute();
  yield {
    customer,
    profile: await db.selectFrom('customer_profile').select(['id', 'name', 'is_default']).execute(),
    credential: await db
      .selectFrom('snmp_credential')
      .select(['id', 'name', ...accessColumns])
      .execute(),
    exporter: await exporterRows(db, addresses),
  };
  const ids = customer.map(({ id }) => id);
  if (ids.length === 0) return;
  for await (const site of storedSites(db, ids)) yield { site };
  for await (const device of storedDevices(db, ids)) yield { device };
  for await (const port of storedInterfaces(db, ids)) yield { interface: port };
}

/**
 * A digest of what `inventoryRows` reads: two that are equal say that nothing of it has changed in between. One statement, so that an
 * import holds its locks for as short as it can.
 */
export async function inventoryDigest(db: Tx | Db, { clients, addresses }: RequestedRows): Promise<string> {
  const { rows } = await sql<{ readonly digest: string }>`
    WITH named AS (
      SELECT id, client_id, name, profile_id, recipient_id, time_zone FROM customer
      WHERE lower(client_id) = ANY (${clients.map((id) => id.toLowerCase())}::text[])
    ), element AS (
      SELECT id, customer_id, parent_id, name FROM network_element
      WHERE customer_id IN (SELECT id FROM named) AND kind IN ('site', 'device', 'interface')
    ), hashed AS (
      SELECT hashtextextended(named::text, 1) AS hash FROM named
      UNION ALL SELECT hashtextextended(element::text, 2) FROM element
      UNION ALL SELECT hashtextextended(site::text, 3) FROM site JOIN element USING (id)
      UNION ALL SELECT hashtextextended(device::text, 4) FROM device JOIN element USING (id)
      UNION ALL SELECT hashtextextended(row(port.id, if_alias, bandwidth_in_bps, bandwidth_out_bps)::text, 5)
        FROM network_interface AS port JOIN element USING (id)
      UNION ALL SELECT hashtextextended(exporter::text, 6) FROM exporter WHERE address = ANY (${addresses}::text[])
      UNION ALL SELECT hashtextextended(snmp_credential::text, 7) FROM snmp_credential
      UNION ALL SELECT hashtextextended(customer_profile::text, 8) FROM customer_profile
    )
    SELECT count(*) || ' ' || coalesce(sum(hash), 0) AS digest FROM hashed
  `.execute(db);
  return rows[0]?.digest ?? '';
}
