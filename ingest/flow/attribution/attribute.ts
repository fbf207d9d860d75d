import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import type { Collection } from '#schemas/inventory/collection.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { Attribution, Owner } from './attribution.ts';
import type { Tunnels } from '../decoders/sflow/row-target.ts';
import type { KnownInterfaces } from '../exporter/interfaces.ts';
import type { RowSink } from '../row-sink.ts';
import type { SiteLookup } from '../template/record-context.ts';
import { classifiersOf } from '../classification/classifiers.ts';
import { rowOwners } from './row-owners.ts';
import { siteTable } from './site-table.ts';

/** Who an exporter's address belongs to, for one state of the inventory. */
export interface Attributor {
  of(address: string): Attribution | undefined;
}

/** What flows are attributed by. */
export interface Known {
  readonly inventory: Inventory;
  readonly dictionary: ApplicationDictionary;
  /** Collection sub-network (recipient id) whose exporters are known; left out: those of all. */
  readonly network?: number | undefined;
  /** Which packet of a tunnel counts; left out: the outer one. */
  readonly tunnels?: Tunnels | undefined;
}

const plainCollection: Collection = { networks: new Map(), rules: [], repeating: new Set() };

/** Keeps what `make` answers for each key. */
function remembered<Value>(make: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Sites of a customer with devices that export. */
const reportingSites = (inventory: Inventory, customer: number): ReadonlySet<number> =>
  new Set(
    [...inventory.devices.values()].flatMap((device) =>
      device.customer === customer && device.active && device.exporters.length > 0 ? [device.site] : [],
    ),
  );

/** Owners of one state of the inventory. Tables of sites are made when a customer's first exporter is asked for. */
function ownersOf({ inventory, dictionary }: Known, sinks: readonly RowSink[]) {
  const classifierOf = classifiersOf(dictionary);
  const sitesOf = remembered((customer): SiteLookup => {
    const own = [...inventory.sites.values()].filter((site) => site.customer === customer);
    return siteTable(own);
  });
  const reportingOf = remembered((customer) => reportingSites(inventory, customer));
  return (customer: number, site: number): Owner | undefined => {
    const sink = sinks[partitionOf(customer, sinks.length)];
    return (
      sink && {
        customer,
        site,
        sites: sitesOf(customer),
        reporting: reportingOf(customer),
        classifier: classifierOf(customer),
        sink,
      }
    );
  };
}

function interfacesOf(inventory: Inventory, { interfaces }: DeviceEntry): KnownInterfaces {
  const known = interfaces.flatMap((id) => inventory.interfaces.get(id) ?? []);
  return {
    byIndex: new Map(known.flatMap(({ id, index }) => (index === null ? [] : [[index, id] as const]))),
    byName: new Map(known.flatMap(({ id, index, name }) => (index === null ? [[name, id] as const] : []))),
  };
}

/** What the inventory says of a device's flows beside whose it is. */
function specialsOf(
  { collection = plainCollection }: Inventory,
  { id }: DeviceEntry,
  ownerOf: (customer: number, site: number) => Owner | undefined,
) {
  const rules = collection.rules.filter(({ device }) => device === id);
  return {
    owners: rowOwners(rules, ({ customer, site }) => ownerOf(customer, site)),
    repeating: collection.repeating.has(id),
  };
}

/** `sinks` by partition. */
export function attributor(known: Known, sinks: readonly RowSink[]): Attributor {
  const { inventory, network, tunnels = 'outer' } = known;
  const ownerOf = ownersOf(known, sinks);
  const exporters = network === undefined ? inventory.exporters : inventory.collection?.networks.get(network);
  return {
    of(address) {
      const device = inventory.devices.get(exporters?.get(address) ?? 0);
      const owner = device && ownerOf(device.customer, device.site);
      if (device === undefined || owner === undefined || !device.active) return undefined;
      return {
        ...owner,
        device: device.id,
        interfaces: interfacesOf(inventory, device),
        polled: device.snmp !== undefined,
        tunnels,
        ...specialsOf(inventory, device, ownerOf),
      };
    },
  };
}
