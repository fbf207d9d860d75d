import { interfaceNameOf } from '#schemas/inventory/component.ts';
import { managedDevices } from '#schemas/inventory/managed-devices.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';
import { contractOf } from '#schemas/inventory/contract.ts';
import { isAccess, isAccessAmong } from '#schemas/inventory/wan-access.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type {
  ComponentEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import { sourceNumber } from './sources.ts';
import { collect, forEachIndex, type Steps } from '#platform/clock/steps.ts';
import type { ElementFacts } from './element-table.ts';

interface CollectedFacts {
  /** Including disabled ones, list by list. */
  readonly all: readonly (readonly { readonly id: number }[])[];
  /** By number of source. */
  readonly facts: ReadonlyMap<number, readonly ElementFacts[]>;
}

const deviceFacts = ({ id, customer, site }: DeviceEntry): ElementFacts => ({
  id,
  customer,
  site,
  inBps: 0,
  outBps: 0,
  device: id,
});

/** Interfaces by device and name: the names of a device are unique. */
type PortsByName = ReadonlyMap<string, number>;

const portKey = (device: number, name: string): string => `${String(device)} ${name}`;

const componentFacts = (component: ComponentEntry, ports: PortsByName): ElementFacts => {
  const { id, customer, site, device } = component;
  const name = interfaceNameOf(component);
  const port = name === undefined ? undefined : ports.get(portKey(device, name));
  return {
    id,
    customer,
    site,
    inBps: 0,
    outBps: 0,
    device,
    ...(port === undefined ? {} : { port }),
  };
};

const portFacts = (entry: InterfaceEntry, isAccess: boolean): ElementFacts => {
  const { id, customer, site, device } = entry;
  const { inBps = 0, outBps = 0 } = contractOf(entry);
  return { id, customer, site, device, isAccess, inBps, outBps };
};

const siteFacts = ({ id, customer }: SiteEntry): ElementFacts => ({
  id,
  customer,
  site: id,
  inBps: 0,
  outBps: 0,
});

/** By source number. Components unknown to this version's catalogue are skipped. */
function* componentFactSteps(
  components: readonly ComponentEntry[],
  ports: PortsByName,
): Steps<ReadonlyMap<number, readonly ElementFacts[]>> {
  const groups = new Map<number, ElementFacts[]>();
  yield* forEachIndex(components.length, (index) => {
    const component = components[index] as ComponentEntry;
    const source = sourceNumber(component.kind, component.scope);
    const own = groups.get(source);
    if (own === undefined) groups.set(source, [componentFacts(component, ports)]);
    else own.push(componentFacts(component, ports));
  });
  groups.delete(-1);
  return groups;
}

/** Polled or reported elements, and sites, of the customers of a partition. */
export function* collectedFactSteps(
  inventory: Inventory,
  belongs: (customer: number) => boolean,
): Steps<CollectedFacts> {
  const own = <Entry extends { readonly customer: number }>(entry: Entry): Entry | undefined =>
    belongs(entry.customer) ? entry : undefined;
  const devices = yield* collect(inventory.devices.values(), own);
  const ports = yield* collect(inventory.interfaces.values(), own);
  const withAccess = new Set<number>();
  const portsByName = new Map<string, number>();
  yield* forEachIndex(ports.length, (index) => {
    const port = ports[index] as InterfaceEntry;
    if (isAccess(port)) withAccess.add(port.site);
    portsByName.set(portKey(port.device, port.name), port.id);
  });
  const components = yield* collect(inventory.components?.values() ?? [], own);
  const sites = yield* collect(inventory.sites.values(), own);
  const isCollected = (device: DeviceEntry | undefined) => isDeviceCollected(inventory, device);
  const isUsed = ({ active, device }: InterfaceEntry | ComponentEntry) =>
    active && isCollected(inventory.devices.get(device));
  const used = yield* collect(components, (one) => (isUsed(one) ? one : undefined));
  const managed = managedDevices(inventory);
  const scopeOf = (device: number): CounterScope => managed.get(device) ?? 'snmp';
  const perScope: [number, readonly ElementFacts[]][] = [];
  for (const scope of new Set<CounterScope>(['snmp', ...managed.values()])) {
    const ofPort = (port: InterfaceEntry) =>
      scopeOf(port.device) === scope && isUsed(port)
        ? portFacts(port, isAccessAmong(withAccess, port))
        : undefined;
    const ofDevice = (device: DeviceEntry) =>
      scopeOf(device.id) === scope && isCollected(device) ? deviceFacts(device) : undefined;
    perScope.push(
      [sourceNumber('interface', scope), yield* collect(ports, ofPort)],
      [sourceNumber('device', scope), yield* collect(devices, ofDevice)],
    );
  }
  return {
    all: [devices, ports, components, sites],
    facts: new Map([
      ...perScope,
      [
        sourceNumber('site', 'vmanage'),
        yield* collect(sites, (site) => (site.active ? siteFacts(site) : undefined)),
      ],
      ...(yield* componentFactSteps(used, portsByName)),
    ]),
  };
}
