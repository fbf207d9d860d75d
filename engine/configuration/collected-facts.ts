import type {
  ComponentEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import { sourceNumber } from '../measure/sources.ts';
import type { ElementFacts } from './element-table.ts';

interface CollectedFacts {
  /** Those that are switched off too. */
  readonly all: readonly { readonly id: number }[];
  /** By number of source. */
  readonly facts: ReadonlyMap<number, readonly ElementFacts[]>;
}

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

/** Elements that are polled or told of, and sites, of the customers of a partition. */
export function collectedFacts(inventory: Inventory, belongs: (customer: number) => boolean): CollectedFacts {
  const devices = [...inventory.devices.values()].filter(({ customer }) => belongs(customer));
  const ports = [...inventory.interfaces.values()].filter(({ customer }) => belongs(customer));
  const components = [...(inventory.components?.values() ?? [])].filter(({ customer }) => belongs(customer));
  const sites = [...inventory.sites.values()].filter(({ customer }) => belongs(customer));
  const isCollected = (device: DeviceEntry | undefined) =>
    device?.active === true && inventory.sites.get(device.site)?.active !== false;
  const isUsed = ({ active, device }: InterfaceEntry | ComponentEntry) =>
    active && isCollected(inventory.devices.get(device));
  return {
    all: [...devices, ...ports, ...components, ...sites],
    facts: new Map([
      [sourceNumber('interface', 'snmp'), ports.filter(isUsed).map(portFacts)],
      [sourceNumber('device', 'snmp'), devices.filter(isCollected).map(plainFacts)],
      [sourceNumber('site', 'vmanage'), sites.filter(({ active }) => active).map(siteFacts)],
      ...componentFacts(components.filter(isUsed)),
    ]),
  };
}
