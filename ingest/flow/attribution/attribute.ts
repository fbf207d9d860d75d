import { runSync, type Steps } from '#platform/clock/steps.ts';
import type { ApplicationDictionary } from '#schemas/application/definition.ts';
import { partitionOf } from '#schemas/bus/stream.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { AttributionRule, Collection } from '#schemas/inventory/collection.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { Attribution, Owner } from './attribution.ts';
import type { Tunnels } from '../decoders/sflow/row-target.ts';
import type { InventoryInterfaces } from '../exporter/interfaces.ts';
import type { RowSink } from '../rows/row-sink.ts';
import { AgentSources } from './agent-sources.ts';
import { bandwidthsOf } from './capacity.ts';
import { TableCache, customerTables } from './customer-tables.ts';
import { rowOwners } from './row-owners.ts';

/** Attributes exporters by address, for one state of the inventory: to the device, else to the agent with the address at a time. */
export interface Attributor {
  attribute(address: string, atMs: number): Attribution | undefined;
  /** The same in steps: the first exporter of a customer builds the customer's tables. */
  attributeSteps(address: string, atMs: number): Steps<Attribution | undefined>;
  /** Whether the inventory has an exporter or an agent with this address. */
  isRegistered(address: string, atMs: number): boolean;
  /** Agent id of the expired agent that an unknown address belonged to. */
  expiredAgentOf(address: string, atMs: number): string | undefined;
}

/** Configuration of a collector. */
export interface CollectorConfig {
  readonly inventory: Inventory;
  readonly dictionary: ApplicationDictionary;
  /** Collection sub-network (recipient id) whose exporters are accepted. Unset accepts those of all sub-networks. */
  readonly network?: number | undefined;
  /** Which packet of a tunnel counts. Defaults to the outer one. */
  readonly tunnels?: Tunnels | undefined;
  /** Time of the configuration in milliseconds since 1970: agents that expired before attribute nothing. Unset: none has. */
  readonly atMs?: number | undefined;
}

const emptyCollection: Collection = { networks: new Map(), rules: [], repeating: new Set() };

/** Owners for one state of the inventory. */
function ownersOf(known: CollectorConfig, sinks: readonly RowSink[], cache: TableCache) {
  const tablesOf = customerTables(known, cache);
  return function* (customer: number, site: number): Steps<Owner | undefined> {
    const sink = sinks[partitionOf(customer, sinks.length)];
    return sink && { customer, site, sink, ...(yield* tablesOf(customer)) };
  };
}

const agentsOf = ({ inventory, network }: CollectorConfig) =>
  (inventory.collection?.agents ?? []).filter((agent) => network === undefined || agent.network === network);

/** What an agent has of an exporter: no interfaces, and no element that counters could be of. */
const ofAgent = {
  device: 0,
  interfaces: { byIndex: new Map(), byName: new Map() },
  bandwidths: { into: new Map(), outOf: new Map() },
  polled: true,
  owners: undefined,
  reportsDuplicates: false,
} as const;

function interfacesOf(inventory: Inventory, { interfaces }: DeviceEntry): InventoryInterfaces {
  const known = interfaces.flatMap((id) => inventory.interfaces.get(id) ?? []);
  return {
    byIndex: new Map(known.flatMap(({ id, index }) => (index === null ? [] : [[index, id] as const]))),
    byName: new Map(known.flatMap(({ id, index, name }) => (index === null ? [[name, id] as const] : []))),
  };
}

/** Reuses unchanged tables of the previous configuration from `cache`. `sinks` are indexed by partition. */
export function createAttributor(
  known: CollectorConfig,
  sinks: readonly RowSink[],
  cache = new TableCache(),
): Attributor {
  const { inventory, network, tunnels = 'outer' } = known;
  const { rules, repeating } = inventory.collection ?? emptyCollection;
  const ownerOf = ownersOf(known, sinks, cache);
  const rulesOf = Map.groupBy(rules, ({ device }) => device);
  const exporters = network === undefined ? inventory.exporters : inventory.collection?.networks.get(network);
  const deviceOf = (address: string): DeviceEntry | undefined => {
    const device = inventory.devices.get(exporters?.get(address) ?? 0);
    return isDeviceCollected(inventory, device) ? device : undefined;
  };
  const agents = new AgentSources(agentsOf(known));
  function* agentSteps(address: string, atMs: number): Steps<Attribution | undefined> {
    const agent = agents.active(address, atMs);
    const owner = agent && (yield* ownerOf(agent.customer, agent.site));
    return owner && { ...owner, ...ofAgent, tunnels, expiresMs: agent?.expiresMs };
  }
  function* attributeSteps(address: string, atMs: number): Steps<Attribution | undefined> {
    const device = deviceOf(address);
    if (device === undefined) return yield* agentSteps(address, atMs);
    const owner = yield* ownerOf(device.customer, device.site);
    if (owner === undefined) return undefined;
    const own = rulesOf.get(device.id) ?? [];
    const owners = new Map<AttributionRule, Owner | undefined>();
    for (const rule of own) owners.set(rule, yield* ownerOf(rule.customer, rule.site));
    return {
      ...owner,
      device: device.id,
      interfaces: interfacesOf(inventory, device),
      bandwidths: bandwidthsOf(inventory, device),
      polled: device.snmp !== undefined,
      tunnels,
      owners: rowOwners(own, (rule) => owners.get(rule)),
      reportsDuplicates: repeating.has(device.id),
    };
  }
  return {
    attributeSteps,
    isRegistered: (address, atMs) =>
      deviceOf(address) !== undefined || agents.active(address, atMs) !== undefined,
    attribute: (address, atMs) => runSync(attributeSteps(address, atMs)),
    expiredAgentOf: (address, atMs) => agents.expired(address, atMs)?.name,
  };
}
