import { noTargets } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { hold } from '../configuration/hold.ts';
import type { Held, HoldNeeds } from '../configuration/hold.ts';
import type { Db } from '../postgres/postgres.ts';
import { loadInventory } from './load.ts';
import type { InventoryOptions } from './load.ts';

export type InventoryHolder = Held<Inventory>;

/** Compared by what they say: a reading makes new objects. */
function sameInventory(one: Inventory, other: Inventory): boolean {
  const text = ({
    customers,
    sites,
    devices,
    interfaces,
    components,
    exporters,
    collection,
    targets = noTargets,
  }: Inventory): string =>
    JSON.stringify([
      ...[customers, sites, devices, interfaces, components ?? [], exporters].map((entries) => [...entries]),
      [...(collection?.networks ?? [])].map(([network, addresses]) => [network, [...addresses]]),
      collection?.rules ?? [],
      [...(collection?.repeating ?? [])],
      [...targets.flows.values(), ...targets.clusters.values()],
    ]);
  return text(one) === text(other);
}

/** The inventory in memory, live. */
export const holdInventory = (
  needs: HoldNeeds & { readonly db: Db },
  options: InventoryOptions = {},
): Promise<InventoryHolder> =>
  hold(needs, {
    // Custom applications give what flows are summed by its name.
    entity: options.targets === true ? ['inventory', 'target', 'application'] : 'inventory',
    read: () => loadInventory(needs.db, options),
    same: sameInventory,
  });
