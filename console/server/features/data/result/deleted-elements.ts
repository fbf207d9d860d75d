import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';

/** An element that is no longer in the inventory, as it was last called. */
export interface DeletedElement {
  readonly name: string;
  readonly kind: string | null;
  readonly parent: number | null;
}

export type DeletedElements = ReadonlyMap<number, DeletedElement>;

/** Ids of elements are integers of PostgreSQL. */
const MAX_ELEMENT = 2 ** 31 - 1;

/**
 * The deleted ones of some elements of a customer with their deleted parents: triggers record their names (`past_name`), and ids are
 * not reused.
 */
export async function readDeletedElements(
  db: Db,
  customer: number,
  ids: readonly number[],
): Promise<DeletedElements> {
  const requested = ids.filter((id) => id > 0 && id <= MAX_ELEMENT);
  if (requested.length === 0) return new Map();
  const { rows } = await sql<DeletedElement & { readonly id: number }>`WITH RECURSIVE deleted AS (
  SELECT subject_id, name, kind, parent_id FROM past_name
  WHERE subject = 'element' AND deleted AND customer_id = ${customer} AND subject_id = any(${requested}::integer[])
  UNION
  SELECT above.subject_id, above.name, above.kind, above.parent_id FROM past_name above
  JOIN deleted ON above.subject_id = deleted.parent_id WHERE above.subject = 'element' AND above.deleted
)
SELECT subject_id AS id, name, kind, parent_id AS parent FROM deleted`.execute(db);
  return new Map(rows.map(({ id, ...element }) => [id, element]));
}
