import { sql } from 'kysely';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';

/**
 * Tables with rows that go with an element, parents before children, and the column that names the element. Runs of discovery and debug
 * recordings of a removed site are deleted.
 */
const places = [
  ...([
    ['network_element', 'id'],
    ['site', 'id'],
    ['device', 'id'],
    ['network_interface', 'id'],
  ] as const),
  ...([
    ['network_component', 'id'],
    ['flow_target', 'id'],
    ['exporter', 'device_id'],
  ] as const),
  ...([
    ['flow_attribution', 'device_id'],
    ['flow_attribution', 'interface_id'],
  ] as const),
  ...([
    ['flow_attribution', 'site_id'],
    ['cluster_template_site', 'site_id'],
  ] as const),
  ...([
    ['alarm_threshold', 'element_id'],
    ['account_site', 'site_id'],
    ['cluster_site', 'site_id'],
  ] as const),
  ...([
    ['device_identity', 'device_id'],
    ['device_part', 'device_id'],
  ] as const),
] as const;
export type RemovedTable = (typeof places)[number][0];

export interface RemovedRows {
  readonly table: RemovedTable;
  readonly write: 'delete';
  readonly rows: readonly unknown[];
}

const IDS = 2_000;

/** The elements with everything below them, parents first. */
async function withDescendants(tx: Tx, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    WITH RECURSIVE below AS (
      SELECT id, 0 AS depth FROM network_element WHERE id = ANY (${ids}::int[])
      UNION
      SELECT child.id, below.depth + 1 FROM network_element AS child JOIN below ON child.parent_id = below.id
    )
    SELECT id FROM below GROUP BY id ORDER BY max(depth), id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes elements with what is below them and returns the deleted rows, so that they can be restored. */
export async function deleteElements(tx: Tx, ids: readonly number[]): Promise<readonly RemovedRows[]> {
  const removed: RemovedRows[] = [];
  const all = await withDescendants(tx, ids);
  for (const [table, column] of places)
    for (let from = 0; from < all.length; from += IDS) {
      const some = all.slice(from, from + IDS);
      const { rows } = await sql<{ readonly row: unknown }>`
        SELECT to_jsonb(stored) AS row FROM ${sql.table(table)} AS stored
        JOIN unnest(${some}::int[]) WITH ORDINALITY AS deleted(id, position) ON deleted.id = stored.${sql.ref(column)}
        ORDER BY deleted.position
      `.execute(tx);
      if (rows.length > 0) removed.push({ table, write: 'delete', rows: rows.map(({ row }) => row) });
    }
  for (let from = 0; from < ids.length; from += IDS)
    await tx
      .deleteFrom('network_element')
      .where('id', 'in', ids.slice(from, from + IDS))
      .execute();
  return removed;
}

/** Restores deleted rows with their ids. */
export async function restoreRows(tx: Tx, { table, rows }: RemovedRows): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} OVERRIDING SYSTEM VALUE
    SELECT * FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT DO NOTHING
  `.execute(tx);
}
