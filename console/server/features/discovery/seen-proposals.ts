import { sql } from 'kysely';
import type { SiteReach } from '../../kernel/access/site-reach.ts';

/**
 * Proposals of a table, or of what it is called in the query, that somebody may see: of a customer of whom he sees some sites
 * only, those of devices at these sites. What is new has no element yet, and comes to the site of its run.
 */
export function seenProposals(table: string, { restricted, sites }: SiteReach) {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  const [limited, seen] = [sql`${restricted}::int[]`, sql`${sites}::int[]`];
  return sql<boolean>`(
    ${of('customer_id')} <> ALL (${limited}) OR ${of('element_id')} IS NULL OR EXISTS (
      SELECT FROM network_element AS element LEFT JOIN network_element AS parent ON parent.id = element.parent_id
      WHERE element.id = ${of('element_id')} AND (element.parent_id = ANY (${seen}) OR parent.parent_id = ANY (${seen}))
    )
  )`;
}
