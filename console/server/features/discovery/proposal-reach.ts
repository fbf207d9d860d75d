import { sql } from 'kysely';
import type { SiteReach } from '../../kernel/access/site-reach.ts';

/**
 * Condition on a table of proposals, or its alias: whether the proposal is within reach. At a customer with restricted sites these are
 * the proposals for devices at these sites. A proposal of a new device has no element yet and belongs to the site of its run.
 */
export function isProposalInReach(table: string, { restricted, sites }: SiteReach) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const [limited, seen] = [sql`${restricted}::int[]`, sql`${sites}::int[]`];
  return sql<boolean>`(
    ${column('customer_id')} <> ALL (${limited}) OR ${column('element_id')} IS NULL OR EXISTS (
      SELECT FROM network_element AS element LEFT JOIN network_element AS parent ON parent.id = element.parent_id
      WHERE element.id = ${column('element_id')} AND (element.parent_id = ANY (${seen}) OR parent.parent_id = ANY (${seen}))
    )
  )`;
}
