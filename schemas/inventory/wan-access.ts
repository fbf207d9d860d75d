import type { Inventory, InterfaceEntry } from './snapshot.ts';
import { hasContract } from './contract.ts';
import { infrastructureOf } from './list/infrastructure.ts';

/** Whether an interface is an access to the WAN: a user marked it as one, or it has a contracted bandwidth. */
export const isAccess = (entry: InterfaceEntry): boolean =>
  infrastructureOf({
    kind: 'interface',
    chosen: entry.infrastructure,
    hasContract: hasContract(entry),
  }) === 'wan access';

/**
 * Whether an interface carries the traffic of its site with the WAN: a marked one. Where a site has none marked, each of its interfaces. `withAccess`: the sites that have a marked one.
 */
export const isAccessAmong = (withAccess: ReadonlySet<number>, entry: InterfaceEntry): boolean =>
  !withAccess.has(entry.site) || isAccess(entry);

const known = new WeakMap<Inventory['interfaces'], ReadonlyMap<number, readonly number[]>>();

function computed({ interfaces }: Inventory): ReadonlyMap<number, readonly number[]> {
  const withAccess = new Set<number>();
  for (const entry of interfaces.values()) if (isAccess(entry)) withAccess.add(entry.site);
  const accesses = new Map<number, number[]>();
  for (const entry of interfaces.values()) {
    if (!isAccessAmong(withAccess, entry)) continue;
    const list = accesses.get(entry.customer);
    if (list === undefined) accesses.set(entry.customer, [entry.id]);
    else list.push(entry.id);
  }
  return accesses;
}

/** Ids of the interfaces that carry the traffic of the sites of a customer with the WAN. */
export function accessesOf(inventory: Inventory, customer: number): readonly number[] {
  const { interfaces } = inventory;
  const found = known.get(interfaces) ?? computed(inventory);
  known.set(interfaces, found);
  return found.get(customer) ?? [];
}
