import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Addresses that devices are to have at a customer. */
interface ClaimedAddresses {
  readonly customer: number;
  readonly addresses: readonly string[];
  /** Who gives them: a device at a site that they do not see is not named. */
  readonly caller: Caller;
}

interface AddressTaken {
  readonly code: 'NETWORK_ADDRESS_TAKEN' | 'NETWORK_ADDRESS_OF_OTHERS';
  readonly params: TextParameters;
}

/** The fault of the first address that a device of the customer has already. The networks of customers overlap. */
export async function addressTakenFault(
  db: Db | Tx,
  { customer, addresses, caller }: ClaimedAddresses,
): Promise<AddressTaken | undefined> {
  const owner = await db
    .selectFrom('device')
    .innerJoin('network_element as element', 'element.id', 'device.id')
    .innerJoin('network_element as place', 'place.id', 'element.parent_id')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .select([
      'device.address',
      'element.name as device',
      'element.parent_id',
      'place.name as site',
      'client_id',
    ])
    .where('element.customer_id', '=', customer)
    .where(sql<boolean>`device.address = ANY(${[...addresses]}::text[])`)
    .orderBy('element.id')
    .limit(1)
    .executeTakeFirst();
  if (owner === undefined) return undefined;
  const { address, device, parent_id, site, client_id } = owner;
  if (sitesSeenBy(caller, customer)?.has(parent_id ?? 0) === false)
    return { code: 'NETWORK_ADDRESS_OF_OTHERS', params: { address } };
  return { code: 'NETWORK_ADDRESS_TAKEN', params: { address, device, site, customer: client_id } };
}
