import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Attribution } from '../exporter/exporter.ts';
import type { RowSink } from '../row-sink.ts';
import type { SiteLookup } from '../template/record-context.ts';
import { classifiersOf } from '../classification/classifiers.ts';
import { siteTable } from './site-table.ts';

/** Who an exporter's address belongs to, for one state of the inventory. */
export interface Attributor {
  of(address: string): Attribution | undefined;
}

/** What flows are attributed by. */
export interface Known {
  readonly inventory: Inventory;
  readonly dictionary: ApplicationDictionary;
}

/** `sinks` by partition. Tables of sites are made when a customer's first exporter is asked for. */
export function attributor({ inventory, dictionary }: Known, sinks: readonly RowSink[]): Attributor {
  const classifierOf = classifiersOf(dictionary);
  const tables = new Map<number, SiteLookup>();
  const sitesOf = (customer: number): SiteLookup => {
    const known = tables.get(customer);
    if (known !== undefined) return known;
    const own = [...inventory.sites.values()].filter((site) => site.customer === customer);
    const table = siteTable(own);
    tables.set(customer, table);
    return table;
  };
  return {
    of(address) {
      const device = inventory.devices.get(inventory.exporters.get(address) ?? 0);
      const sink = device && sinks[partitionOf(device.customer, sinks.length)];
      if (device === undefined || sink === undefined || !device.active) return undefined;
      const interfaces = new Map(
        device.interfaces.flatMap((id) => {
          const index = inventory.interfaces.get(id)?.index;
          return index === null || index === undefined ? [] : [[index, id] as const];
        }),
      );
      const { customer, site } = device;
      const classifier = classifierOf(customer);
      return { customer, site, device: device.id, interfaces, sites: sitesOf(customer), classifier, sink };
    },
  };
}
