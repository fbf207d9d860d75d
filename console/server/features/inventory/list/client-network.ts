import { isIP } from 'node:net';
import type { BlockList } from 'node:net';
import { isListed, networkList } from '#platform/outbound/internal-address.ts';
import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Listed } from './listed-elements.ts';

type Placed = Pick<Listed, 'customer' | 'site' | 'device'>;

/** Remembers what is found for each key: a hundred thousand elements are of a few thousand devices. */
function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

const isIn = (address: string, networks: BlockList): boolean =>
  isIP(address) !== 0 && isListed(address, networks);

/** Elements whose device has an address in none of its customer's networks; sites without networks or without devices. */
function orphanTest({ sites, devices }: Inventory): (element: Placed) => boolean {
  const networksOf = remembering((customer: number) =>
    networkList([...sites.values()].flatMap((site) => (site.customer === customer ? site.networks : []))),
  );
  const equipped = new Set([...devices.values()].map(({ site }) => site));
  const isOrphan = remembering((id: number) => {
    const device = devices.get(id);
    return device !== undefined && !isIn(device.address, networksOf(device.customer));
  });
  return ({ site, device }) =>
    device === undefined
      ? !equipped.has(site) || (sites.get(site)?.networks.length ?? 0) === 0
      : isOrphan(device);
}

/** The test for elements in a client network, or in none (`ORPHANS`). What has no device is where its site is. */
export function networkTest(inventory: Inventory, network: string): (element: Placed) => boolean {
  if (network === ORPHANS) return orphanTest(inventory);
  const wanted = networkList([network]);
  const isWithin = remembering((id: number) => isIn(inventory.devices.get(id)?.address ?? '', wanted));
  return ({ site, device }) =>
    device === undefined ? inventory.sites.get(site)?.networks.includes(network) === true : isWithin(device);
}
