import { sql } from 'kysely';
import type { Acceptance } from './acceptance.ts';

/** Whether a known device can move to a site: the user sees the site, it is of the customer, and no other device there has its name. */
export async function canMoveTo(
  { tx, customer, seen }: Acceptance,
  id: number,
  site: number,
): Promise<boolean> {
  if (seen?.has(site) === false) return false;
  const { rows } = await sql<{ readonly free: boolean }>`
    SELECT EXISTS (
      SELECT FROM network_element WHERE id = ${site} AND customer_id = ${customer} AND kind = 'site'
    ) AND NOT EXISTS (
      SELECT FROM network_element AS own JOIN network_element AS other ON lower(other.name) = lower(own.name)
      WHERE own.id = ${id} AND other.parent_id = ${site} AND other.kind = 'device' AND other.id <> own.id
    ) AS free`.execute(tx);
  return rows[0]?.free === true;
}

/** Moves a device of the customer to one of its sites. */
export async function moveDevice({ tx, customer }: Acceptance, id: number, site: number): Promise<void> {
  await tx
    .updateTable('network_element')
    .set({ parent_id: site })
    .where('customer_id', '=', customer)
    .where('kind', '=', 'device')
    .where('id', '=', id)
    .execute();
}
