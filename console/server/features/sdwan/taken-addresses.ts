import { sql } from 'kysely';
import type { sdwanProposal } from '#schemas/table/sdwan.ts';
import type { Row } from '#schemas/table/relation.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

type NewDeviceRow = Pick<Row<typeof sdwanProposal>, 'id' | 'customer_id' | 'name' | 'content'>;

interface AddressOwner {
  readonly proposal: number;
  readonly site: string | null;
  readonly name: string;
}

/** Stored devices of the customers that have the addresses of new ones. */
async function storedOwners(tx: Tx, rows: readonly NewDeviceRow[]): Promise<readonly AddressOwner[]> {
  const claims = rows.map(({ id, customer_id: customer, content: { address } }) => ({
    id,
    customer,
    address,
  }));
  const found = await sql<AddressOwner>`
    SELECT given.id AS proposal, site.name AS site, element.name
    FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) AS given (id integer, customer integer, address text)
    JOIN device ON device.address = given.address
    JOIN network_element AS element ON element.id = device.id AND element.customer_id = given.customer AND element.active
    LEFT JOIN network_element AS site ON site.id = element.parent_id
  `.execute(tx);
  return found.rows;
}

/**
 * The proposals of new devices that stay open, since another active device of the customer has their address: a stored one, or the first one of
 * these. An address belongs to one device of a customer.
 */
export async function takenAddressProposals(
  tx: Tx,
  rows: readonly NewDeviceRow[],
): Promise<ReadonlySet<number>> {
  const claims = rows.filter(({ content: { address } }) => address !== '');
  const owners = Map.groupBy(await storedOwners(tx, claims), ({ proposal }) => proposal);
  const first = new Map<string, string>();
  return new Set(
    claims.flatMap(({ id, customer_id: customer, name, content: { site, address } }) => {
      const own = JSON.stringify([nameKey(site), nameKey(name)]);
      const claim = JSON.stringify([customer, address]);
      const stored = (owners.get(id) ?? []).map((one) =>
        JSON.stringify([nameKey(one.site ?? ''), nameKey(one.name)]),
      );
      const isTaken = stored.some((one) => one !== own) || (first.get(claim) ?? own) !== own;
      if (!isTaken) first.set(claim, own);
      return isTaken ? [id] : [];
    }),
  );
}
