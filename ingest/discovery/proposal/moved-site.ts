import { isListed, networkList } from '#platform/outbound/internal-address.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { InventoryDevice } from './inventory-devices.ts';

/** A site with its prefixes. */
export interface InventorySite {
  readonly id: number;
  readonly name: string;
  readonly networks: readonly string[];
}

export const listInventorySites = (db: Db, customer: number): Promise<readonly InventorySite[]> =>
  db
    .selectFrom('site')
    .innerJoin('network_element as element', 'element.id', 'site.id')
    .select(['element.id', 'element.name', 'networks'])
    .where('element.customer_id', '=', customer)
    .orderBy('element.id')
    .execute();

const bitsOf = (prefix: string): number => Number(prefix.split('/')[1] ?? Number.POSITIVE_INFINITY);

/** The site with the longest prefix that contains an address. */
function siteOf(address: string, sites: readonly InventorySite[]): InventorySite | undefined {
  const containing = sites.flatMap((site) =>
    site.networks
      .filter((prefix) => isListed(address, networkList([prefix])))
      .map((prefix) => ({ site, bits: bitsOf(prefix) })),
  );
  return containing.toSorted((one, other) => other.bits - one.bits)[0]?.site;
}

/**
 * The site that a known device has moved to: its former address was in the networks of its site, and the present one is in those of
 * another site. An address of its management alone says nothing: it often belongs to no site, or to a data centre.
 */
export function movedSite(
  found: Pick<FoundDevice, 'address'>,
  known: Pick<InventoryDevice, 'address' | 'site'>,
  sites: readonly InventorySite[],
): InventorySite | undefined {
  if (found.address === known.address) return undefined;
  const now = siteOf(found.address, sites);
  return now?.id !== known.site && siteOf(known.address, sites)?.id === known.site ? now : undefined;
}
