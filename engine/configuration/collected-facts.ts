import type {
  ComponentEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import { sourceNumber } from '../measure/sources.ts';
import { gathered, through } from '../partition/steps.ts';
import type { StepsTo } from '../partition/steps.ts';
import type { ElementFacts } from './element-table.ts';

interface CollectedFacts {
  /** Those that are switched off too, list by list. */
  readonly all: readonly (readonly { readonly id: number }[])[];
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
function* componentFacts(
  components: readonly ComponentEntry[],
): StepsTo<ReadonlyMap<number, readonly ElementFacts[]>> {
  const groups = new Map<number, ElementFacts[]>();
  yield* through(components.length, (index) => {
    const component = components[index] as ComponentEntry;
    const source = sourceNumber(component.kind, component.scope);
    const own = groups.get(source);
    if (own === undefined) groups.set(source, [plainFacts(component)]);
    else own.push(plainFacts(component));
  });
  groups.delete(-1);
  return groups;
}

/** Elements that are polled or told of, and sites, of the customers of a partition; in steps. */
export function* collectedFacts(
  inventory: Inventory,
  belongs: (customer: number) => boolean,
): StepsTo<CollectedFacts> {
  const own = <Entry extends { readonly customer: number }>(entry: Entry): Entry | undefined =>
    belongs(entry.customer) ? entry : undefined;
  const devices = yield* gathered(inventory.devices.values(), own);
  const ports = yield* gathered(inventory.interfaces.values(), own);
  const components = yield* gathered(inventory.components?.values() ?? [], own);
  const sites = yield* gathered(inventory.sites.values(), own);
  const isCollected = (device: DeviceEntry | undefined) =>
    device?.active === true && inventory.sites.get(device.site)?.active !== false;
  const isUsed = ({ active, device }: InterfaceEntry | ComponentEntry) =>
    active && isCollected(inventory.devices.get(device));
  const used = yield* gathered(components, (one) => (isUsed(one) ? one : undefined));
  return {
    all: [devices, ports, components, sites],
    facts: new Map([
      [
        sourceNumber('interface', 'snmp'),
        yield* gathered(ports, (port) => (isUsed(port) ? portFacts(port) : undefined)),
      ],
      [
        sourceNumber('device', 'snmp'),
        yield* gathered(devices, (device) => (isCollected(device) ? plainFacts(device) : undefined)),
      ],
      [
        sourceNumber('site', 'vmanage'),
        yield* gathered(sites, (site) => (site.active ? siteFacts(site) : undefined)),
      ],
      ...(yield* componentFacts(used)),
    ]),
  };
}
