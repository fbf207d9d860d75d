import { inOneGo } from '#platform/clock/interruptibly.ts';
import type { InSteps } from '#platform/clock/interruptibly.ts';
import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import type { AttributionRule, Collection } from '#schemas/inventory/collection.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { Attribution, Owner } from './attribution.ts';
import type { Tunnels } from '../decoders/sflow/row-target.ts';
import type { KnownInterfaces } from '../exporter/interfaces.ts';
import type { RowSink } from '../row-sink.ts';
import { KeptTables, customerTables } from './customer-tables.ts';
import { rowOwners } from './row-owners.ts';

/** Who an exporter's address belongs to, for one state of the inventory. */
export interface Attributor {
  of(address: string): Attribution | undefined;
  /** The same in steps: a customer's first exporter has its tables made. */
  attributing(address: string): InSteps<Attribution | undefined>;
  /** Somebody's exporter has this address. */
  knows(address: string): boolean;
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

/** Owners of one state of the inventory. */
function ownersOf(known: Known, sinks: readonly RowSink[], kept: KeptTables) {
  const tablesOf = customerTables(known, kept);
  return function* (customer: number, site: number): InSteps<Owner | undefined> {
    const sink = sinks[partitionOf(customer, sinks.length)];
    return sink && { customer, site, sink, ...(yield* tablesOf(customer)) };
  };
}

function interfacesOf(inventory: Inventory, { interfaces }: DeviceEntry): KnownInterfaces {
  const known = interfaces.flatMap((id) => inventory.interfaces.get(id) ?? []);
  return {
    byIndex: new Map(known.flatMap(({ id, index }) => (index === null ? [] : [[index, id] as const]))),
    byName: new Map(known.flatMap(({ id, index, name }) => (index === null ? [[name, id] as const] : []))),
  };
}

/**
 * Tables that say the same as in the state before are taken from `kept`; `sinks` by partition.
 */
export function attributor(known: Known, sinks: readonly RowSink[], kept = new KeptTables()): Attributor {
  const { inventory, network, tunnels = 'outer' } = known;
  const { rules, repeating } = inventory.collection ?? plainCollection;
  const ownerOf = ownersOf(known, sinks, kept);
  const rulesOf = Map.groupBy(rules, ({ device }) => device);
  const exporters = network === undefined ? inventory.exporters : inventory.collection?.networks.get(network);
  const deviceOf = (address: string): DeviceEntry | undefined => {
    const device = inventory.devices.get(exporters?.get(address) ?? 0);
    return device?.active === true ? device : undefined;
  };
  function* attributing(address: string): InSteps<Attribution | undefined> {
    const device = deviceOf(address);
    const owner = device && (yield* ownerOf(device.customer, device.site));
    if (device === undefined || owner === undefined) return undefined;
    const own = rulesOf.get(device.id) ?? [];
    const owners = new Map<AttributionRule, Owner | undefined>();
    for (const rule of own) owners.set(rule, yield* ownerOf(rule.customer, rule.site));
    return {
      ...owner,
      device: device.id,
      interfaces: interfacesOf(inventory, device),
      polled: device.snmp !== undefined,
      tunnels,
      owners: rowOwners(own, (rule) => owners.get(rule)),
      repeating: repeating.has(device.id),
    };
  }
  return {
    attributing,
    knows: (address) => deviceOf(address) !== undefined,
    of: (address) => inOneGo(attributing(address)),
  };
}
