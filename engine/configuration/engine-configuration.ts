import { isDeepStrictEqual } from 'node:util';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type {
  ComponentEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { perSource, sourceNumber } from '../measure/sources.ts';
import { elementTable } from './element-table.ts';
import type { ElementFacts, ElementTable } from './element-table.ts';

/** Everything outside the samples that decides what the engine computes. Plain values: kept with the checkpoint. */
export interface EngineConfiguration {
  /** By number of source. */
  readonly elements: readonly ElementTable[];
  /** Ids of elements whose collection is switched off: their alarms clear as `disabled`, those of missing ones as `deleted`. */
  readonly inactive: Uint32Array;
  /** By id, disabled ones too. */
  readonly alarms: readonly AlarmDefinition[];
  /** Counters and KPIs that administrators defined. */
  readonly definitions: KpiDefinitions;
}

const sortedMap = (map: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
  new Map([...map].sort(([a], [b]) => a - b));

const sortedAlarms = (alarms: readonly AlarmDefinition[]): readonly AlarmDefinition[] =>
  alarms
    .map((alarm) => ({
      ...alarm,
      byCustomer: sortedMap(alarm.byCustomer),
      byElement: sortedMap(alarm.byElement),
    }))
    .sort((a, b) => a.id - b.id);

const plainFacts = ({ id, customer, site }: DeviceEntry | ComponentEntry): ElementFacts => ({
  id,
  customer,
  site,
  inBps: 0,
  outBps: 0,
});

const portFacts = ({
  id,
  customer,
  site,
  bandwidthInBps,
  bandwidthOutBps,
}: InterfaceEntry): ElementFacts => ({
  id,
  customer,
  site,
  inBps: bandwidthInBps ?? 0,
  outBps: bandwidthOutBps ?? 0,
});

const siteFacts = ({ id, customer }: SiteEntry): ElementFacts => ({
  id,
  customer,
  site: id,
  inBps: 0,
  outBps: 0,
});

/** By number of source. What a catalogue of another version knew is left out. */
const componentFacts = (
  components: readonly ComponentEntry[],
): ReadonlyMap<number, readonly ElementFacts[]> => {
  const groups = Map.groupBy(components, ({ kind, scope }) => sourceNumber(kind, scope));
  groups.delete(-1);
  return new Map([...groups].map(([source, own]) => [source, own.map(plainFacts)]));
};

/** What people define beside the inventory. */
export interface Definitions {
  readonly alarms: readonly AlarmDefinition[];
  readonly definitions?: KpiDefinitions | undefined;
}

/** As they are held at this moment. */
export const definedNow = ({
  alarms,
  definitions,
}: {
  readonly alarms: { readonly current: readonly AlarmDefinition[] };
  readonly definitions: { readonly current: KpiDefinitions };
}): Required<Definitions> => ({ alarms: alarms.current, definitions: definitions.current });

/** The part of inventory and cockpits that concerns the customers of a partition, in one canonical form. */
export function engineConfiguration(
  inventory: Inventory,
  { alarms, definitions = noDefinitions }: Definitions,
  belongs: (customer: number) => boolean,
): EngineConfiguration {
  const devices = [...inventory.devices.values()].filter(({ customer }) => belongs(customer));
  const ports = [...inventory.interfaces.values()].filter(({ customer }) => belongs(customer));
  const collected = (device: DeviceEntry | undefined) =>
    device?.active === true && inventory.sites.get(device.site)?.active !== false;
  const usedDevices = devices.filter(collected);
  const usedPorts = ports.filter(({ active, device }) => active && collected(inventory.devices.get(device)));
  const components = [...(inventory.components?.values() ?? [])].filter(({ customer }) => belongs(customer));
  const usedComponents = components.filter(
    ({ active, device }) => active && collected(inventory.devices.get(device)),
  );
  const sites = [...inventory.sites.values()].filter(({ customer }) => belongs(customer));
  const usedSites = sites.filter(({ active }) => active);
  const used = new Set([...usedDevices, ...usedPorts, ...usedComponents, ...usedSites].map(({ id }) => id));
  const facts = new Map([
    [sourceNumber('interface', 'snmp'), usedPorts.map(portFacts)],
    [sourceNumber('device', 'snmp'), usedDevices.map(plainFacts)],
    [sourceNumber('site', 'vmanage'), usedSites.map(siteFacts)],
    ...componentFacts(usedComponents),
  ]);
  return {
    elements: perSource((_, number) => elementTable(facts.get(number) ?? [])),
    inactive: Uint32Array.from(
      [...devices, ...ports, ...components, ...sites].map(({ id }) => id).filter((id) => !used.has(id)),
    ).sort(),
    alarms: sortedAlarms(alarms),
    definitions,
  };
}

export const emptyConfiguration: EngineConfiguration = {
  elements: perSource(() => elementTable([])),
  inactive: new Uint32Array(),
  alarms: [],
  definitions: noDefinitions,
};

/** Whether two configurations compute the same. By value: the stored form of equal ones may differ in padding. */
export const sameConfiguration = (a: EngineConfiguration, b: EngineConfiguration): boolean =>
  isDeepStrictEqual(a, b);

/** A configuration of a checkpoint as this version has it: what was made before there were more kinds of elements has none. */
export const completed = (stored: EngineConfiguration): EngineConfiguration => ({
  ...emptyConfiguration,
  ...stored,
  elements: perSource((_, number) => stored.elements[number] ?? elementTable([])),
});
