import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';

export interface BelowElement {
  readonly id: number;
  readonly kind: string;
}

/** The elements that belong to these, at any depth. */
export async function elementsBelow(
  db: Db | Tx,
  customer: number,
  ids: readonly number[],
): Promise<readonly BelowElement[]> {
  const { rows } = await sql<BelowElement>`
    WITH RECURSIVE below AS (
      SELECT id, kind FROM network_element
      WHERE customer_id = ${customer} AND parent_id = ANY(${[...ids]}::integer[])
      UNION ALL
      SELECT child.id, child.kind FROM below JOIN network_element AS child ON child.parent_id = below.id
      WHERE child.customer_id = ${customer}
    )
    SELECT id, kind FROM below`.execute(db);
  return rows;
}
