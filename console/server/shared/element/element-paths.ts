import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

type Reader = Db | Tx;

/** An element by names, which are the same in another installation. */
export interface ElementPath {
  readonly id: number;
  readonly customer: number;
  readonly kind: ElementKind;
  /** The outermost element above it, or itself. */
  readonly site: number;
  /** From the element up to its site. */
  readonly path: string[];
}

const kindOf = (kind: string): ElementKind => elementKinds.find((known) => known === kind) ?? 'site';

/** The names of these elements and of those above them. */
export async function readElementPaths(db: Reader, ids: readonly number[]): Promise<ElementPath[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; customer: number; kind: string; site: number; path: string[] }>`
    WITH RECURSIVE above AS (
      SELECT id, customer_id, kind, parent_id, id AS site, ARRAY[name] AS path
      FROM network_element WHERE id = ANY(${[...ids]}::integer[])
      UNION ALL
      SELECT above.id, above.customer_id, above.kind, parent.parent_id, parent.id, above.path || parent.name
      FROM above JOIN network_element AS parent ON parent.id = above.parent_id
    )
    SELECT id, customer_id AS customer, kind, site, path FROM above WHERE parent_id IS NULL`.execute(db);
  return rows.map((row) => ({ ...row, kind: kindOf(row.kind) }));
}

/** The elements of customers with these names, with the names above them. */
export async function findElementPaths(
  db: Reader,
  customers: readonly number[],
  names: readonly string[],
): Promise<ElementPath[]> {
  const rows = await db
    .selectFrom('network_element')
    .select('id')
    .where(sql<boolean>`customer_id = ANY(${[...customers]}::integer[])`)
    .where(sql<boolean>`name = ANY(${[...names]}::text[])`)
    .execute();
  return readElementPaths(
    db,
    rows.map(({ id }) => id),
  );
}
