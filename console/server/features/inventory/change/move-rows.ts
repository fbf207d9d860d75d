import { sql, type RawBuilder } from 'kysely';
import { deviceIdentity, devicePart } from '#schemas/table/discovery.ts';
import {
  device,
  exporter,
  networkComponent,
  networkElement,
  networkInterface,
} from '#schemas/table/inventory.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { elementsBelow } from './elements-below.ts';

/** Tables of a device and of what belongs to it, each with its columns that hold ids of elements. */
const details = [
  [device, ['id']],
  [exporter, ['device_id']],
  [networkInterface, ['id']],
  [networkComponent, ['id', 'device_id']],
  [deviceIdentity, ['device_id']],
  [devicePart, ['device_id']],
] as const;

/** New ids of elements, by the old ones. */
async function newIds(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('network_element', 'id'))::integer AS id
    FROM generate_series(1, ${ids.length})`.execute(tx);
  return new Map(ids.map((id, index) => [id, rows[index]?.id ?? 0]));
}

const list = (columns: readonly string[], each: (column: string) => RawBuilder<unknown>) =>
  sql.join(columns.map((column) => each(column)));

const named = (columns: readonly string[]) => list(columns, (column) => sql.id(column));

/** Moves devices of a customer to one of its sites. */
export async function moveWithin(
  tx: Tx,
  {
    customer,
    ids,
    site,
  }: { readonly customer: number; readonly ids: readonly number[]; readonly site: number },
): Promise<void> {
  await tx
    .updateTable('network_element')
    .set({ parent_id: site })
    .where('customer_id', '=', customer)
    .where('kind', '=', 'device')
    .where(sql<boolean>`id = ANY(${[...ids]}::integer[])`)
    .execute();
}

/**
 * Moves devices of a customer to a site of another one: copies under new ids take their place. What refers to the old ids, measures,
 * past alarms, dashboards and notes, thus stays with the customer whose they are. Returns the new ids by the old ones.
 */
export async function moveAcross(
  tx: Tx,
  {
    customer,
    ids,
    target,
  }: {
    readonly customer: number;
    readonly ids: readonly number[];
    readonly target: { readonly customer: number; readonly site: number };
  },
): Promise<ReadonlyMap<number, number>> {
  const below = await elementsBelow(tx, customer, ids);
  const all = [...ids, ...below.map(({ id }) => id)];
  const mapped = await newIds(tx, all);
  const map = sql`unnest(${all}::integer[], ${all.map((id) => mapped.get(id) ?? 0)}::integer[])`;
  const placed = {
    id: sql`own.becomes`,
    customer_id: sql`${target.customer}::integer`,
    parent_id: sql`coalesce(above.becomes, ${target.site}::integer)`,
    // Words and times of the former customer.
    tags: sql`'{}'::text[]`,
    status_comment: sql`NULL`,
    status_updated_by: sql`NULL`,
    status_updated_at: sql`NULL`,
    created_at: sql`now()`,
  };
  const columns = Object.keys(networkElement.columns);
  await sql`
    INSERT INTO network_element (${named(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${list(columns, (name) => placed[name as keyof typeof placed] ?? sql.ref(`former.${name}`))}
    FROM ${map} AS own (was, becomes)
    JOIN network_element AS former ON former.id = own.was
    LEFT JOIN ${map} AS above (was, becomes) ON above.was = former.parent_id`.execute(tx);
  for (const [{ name: table, columns: fields }, keys] of details) {
    const names = Object.keys(fields);
    const isKey = (name: string): boolean => (keys as readonly string[]).includes(name);
    const joins = keys.map(
      (key) =>
        sql` JOIN ${map} AS ${sql.id(`of_${key}`)} (was, becomes) ON ${sql.ref(`of_${key}.was`)} = ${sql.ref(`former.${key}`)}`,
    );
    await sql`
      INSERT INTO ${sql.table(table)} (${named(names)})
      SELECT ${list(names, (name) => sql.ref(isKey(name) ? `of_${name}.becomes` : `former.${name}`))}
      FROM ${sql.table(table)} AS former${sql.join(joins, sql``)}`.execute(tx);
  }
  await tx
    .deleteFrom('network_element')
    .where('customer_id', '=', customer)
    .where(sql<boolean>`id = ANY(${[...ids]}::integer[])`)
    .execute();
  return mapped;
}
