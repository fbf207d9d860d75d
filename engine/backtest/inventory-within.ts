import type { BacktestJob } from '#schemas/cockpit/backtest.ts';
import { noTargets } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

const filtered = <Entry>(
  entries: ReadonlyMap<number, Entry>,
  keep: (entry: Entry) => boolean,
): ReadonlyMap<number, Entry> => new Map([...entries].filter(([, entry]) => keep(entry)));

/** The inventory visible to a backtest of a customer: only the sites of the job. */
export function inventoryWithin(
  inventory: Inventory,
  { within = [] }: Pick<BacktestJob, 'within'>,
  customer: number,
): Inventory {
  const limit = within.find((one) => one.customer === customer);
  if (limit === undefined) return inventory;
  const sites = new Set(limit.sites);
  return {
    ...inventory,
    sites: filtered(inventory.sites, ({ id }) => sites.has(id)),
    devices: filtered(inventory.devices, ({ site }) => sites.has(site)),
    interfaces: filtered(inventory.interfaces, ({ site }) => sites.has(site)),
    targets: {
      flows: filtered(inventory.targets?.flows ?? noTargets.flows, ({ site }) => sites.has(site)),
      // The measures of a cluster cover all its sites.
      clusters: filtered(
        inventory.targets?.clusters ?? noTargets.clusters,
        ({ everySite, sites: members }) =>
          !everySite && members.length > 0 && members.every((site) => sites.has(site)),
      ),
    },
  };
}
