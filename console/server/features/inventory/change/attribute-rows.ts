import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AttributeCells } from '#schemas/inventory/change/attribute-cells.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Infrastructure } from '#schemas/inventory/list/infrastructure.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';

export interface AttributedKind {
  readonly customer: number;
  readonly kind: InventoryKind;
}

interface DetailRow {
  readonly id: number;
  readonly cells: AttributeCells;
}

const isOneOf = (ids: readonly number[]) => sql<boolean>`id = ANY(${[...ids]}::integer[])`;

async function readDetails(
  db: Db | Tx,
  kind: InventoryKind,
  ids: readonly number[],
): Promise<readonly DetailRow[]> {
  if (kind === 'site') {
    const rows = await db.selectFrom('site').selectAll().where(isOneOf(ids)).execute();
    return rows.map(({ id, ...cells }) => ({ id, cells }));
  }
  if (kind === 'device') {
    const rows = await db
      .selectFrom('device')
      .select(['id', 'vendor', 'model'])
      .where(isOneOf(ids))
      .execute();
    return rows.map(({ id, ...cells }) => ({ id, cells }));
  }
  if (kind !== 'interface') return [];
  const rows = await db
    .selectFrom('network_interface')
    .select(['id', 'if_alias', 'bandwidth_in_bps', 'bandwidth_out_bps'])
    .where(isOneOf(ids))
    .execute();
  return rows.map(({ id, if_alias: alias, ...speed }) => ({
    id,
    cells: { alias, bandwidthIn: speed.bandwidth_in_bps, bandwidthOut: speed.bandwidth_out_bps },
  }));
}

/** The attributes of elements as stored, by id. `lock`: until the end of the transaction. */
export async function readAttributes(
  db: Db | Tx,
  { customer, kind }: AttributedKind,
  { ids, lock = false }: { readonly ids: readonly number[]; readonly lock?: boolean },
): Promise<ReadonlyMap<number, AttributeCells>> {
  const query = db
    .selectFrom('network_element')
    .select(['id', 'name', 'tags', 'infrastructure', 'owner'])
    .where('customer_id', '=', customer)
    .where('kind', '=', kind)
    .where(isOneOf(ids))
    .orderBy('id');
  const rows = await (lock ? query.forUpdate() : query).execute();
  const details = new Map((await readDetails(db, kind, ids)).map(({ id, cells }) => [id, cells] as const));
  return new Map(rows.map(({ id, ...marks }) => [id, { ...marks, ...details.get(id) }] as const));
}

/** Digest of attributes: another one after every change, also of a discovery or an import. */
export const versionOf = (cells: AttributeCells): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(cells).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')
    .slice(0, 32);

/** Writes the attributes of an element. */
export async function writeAttributes(
  tx: Tx,
  { customer, kind }: AttributedKind,
  { id, cells }: DetailRow,
): Promise<void> {
  const { name, tags, infrastructure, owner, ...detail } = cells;
  const marks = {
    name: name as string,
    tags: tags as string[],
    infrastructure: infrastructure as Infrastructure | null,
    owner: owner as string,
  };
  await tx
    .updateTable('network_element')
    .set(marks)
    .where('customer_id', '=', customer)
    .where('id', '=', id)
    .execute();
  if (kind === 'site')
    await tx
      .updateTable('site')
      .set(detail as object)
      .where('id', '=', id)
      .execute();
  if (kind === 'device')
    await tx
      .updateTable('device')
      .set(detail as object)
      .where('id', '=', id)
      .execute();
  if (kind === 'interface')
    await tx
      .updateTable('network_interface')
      .set({
        if_alias: detail['alias'] as string,
        bandwidth_in_bps: detail['bandwidthIn'] as number | null,
        bandwidth_out_bps: detail['bandwidthOut'] as number | null,
      })
      .where('id', '=', id)
      .execute();
}
