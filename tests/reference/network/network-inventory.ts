import type {
  ComponentEntry,
  DeviceEntry,
  InterfaceEntry,
  Inventory,
  SiteEntry,
} from '#schemas/inventory/snapshot.ts';
import { noTargets, type Cluster } from '#schemas/inventory/flow-target.ts';
import type { ComponentKind } from '#schemas/inventory/component.ts';
import type { MeasuredElement } from '../naive/measured-rows.ts';
import { sampledElements } from './chosen-samples.ts';
import {
  referenceCustomer,
  referenceSite,
  type Network,
  type ReferenceDevice,
  type NetworkElement,
} from './network.ts';

const byId = <Entry extends { readonly id: number }>(entries: readonly Entry[]): Map<number, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));

const siteEntry = ({ id, customer }: Network['sites'][number]): SiteEntry => ({
  id,
  customer,
  name: `site ${String(id)}`,
  active: true,
  city: '',
  country: '',
  latitude: 0,
  longitude: 0,
  networks: [],
});

const areaEntry = ({ id, customer, sites }: Network['areas'][number]): Cluster => ({
  id,
  customer,
  sites,
  kind: 'area',
  name: `area ${String(id)}`,
  everySite: false,
  applications: [],
});

/** An agent is polled, an SD-WAN device is not. */
const polled = { version: 'v2c', sealed: { version: 'v2c', port: 161, community: 'public' } } as const;

const deviceEntry = (
  device: ReferenceDevice,
  at: number,
  elements: readonly NetworkElement[],
): DeviceEntry => ({
  id: device.id,
  customer: referenceCustomer(device, at),
  site: referenceSite(device, at),
  name: `router ${String(device.id)}`,
  active: true,
  address: '',
  vendor: '',
  model: '',
  exporters: [],
  snmp: device.scope === 'snmp' ? polled : undefined,
  interfaces: elements.flatMap(({ id, kind, device: own }) =>
    kind === 'interface' && own === device.id ? [id] : [],
  ),
});

const interfaceEntry = (
  element: NetworkElement,
  place: Pick<DeviceEntry, 'customer' | 'site'>,
): InterfaceEntry => ({
  ...place,
  id: element.id,
  device: element.device,
  name: `Gi0/${String(element.id)}`,
  active: true,
  alias: '',
  index: null,
  bandwidthInBps: element.contractIn ?? null,
  bandwidthOutBps: element.contractOut ?? null,
  ...(element.isMarked === true && { infrastructure: 'wan access' }),
});

const componentEntry = (
  element: NetworkElement,
  place: Pick<DeviceEntry, 'customer' | 'site'>,
): ComponentEntry => ({
  ...place,
  id: element.id,
  device: element.device,
  kind: element.kind as ComponentKind,
  scope: element.scope,
  name: `${element.kind} ${String(element.id)}`,
  key: String(element.id),
  active: true,
  fields: {},
});

/** The inventory of a network at a time, with the customers of another one. */
export function inventoryAt(
  network: Network,
  at: number,
  { customers }: Pick<Inventory, 'customers'>,
): Inventory {
  const devices = new Map(network.devices.map((device) => [device.id, device]));
  const placed = network.elements.map((element) => {
    const device = devices.get(element.device)!;
    const place = { customer: referenceCustomer(device, at), site: referenceSite(device, at) };
    return { element, place };
  });
  const of = <Entry extends { readonly id: number }>(
    kinds: (kind: NetworkElement['kind']) => boolean,
    entry: (element: NetworkElement, place: Pick<DeviceEntry, 'customer' | 'site'>) => Entry,
  ) => byId(placed.flatMap(({ element, place }) => (kinds(element.kind) ? [entry(element, place)] : [])));
  return {
    customers,
    sites: byId(network.sites.map(siteEntry)),
    devices: byId(network.devices.map((device) => deviceEntry(device, at, network.elements))),
    interfaces: of((kind) => kind === 'interface', interfaceEntry),
    components: of((kind) => kind !== 'interface' && kind !== 'site', componentEntry),
    exporters: new Map(),
    targets: { ...noTargets, clusters: byId(network.areas.map(areaEntry)) },
  };
}

/** The elements of a network as the reference measures them. */
export function measuredElements(network: Network): readonly MeasuredElement[] {
  const devices = new Map(network.devices.map((device) => [device.id, device]));
  return sampledElements(network).map((element): MeasuredElement => {
    const device = devices.get(element.device)!;
    const { id, kind, scope, contractIn, contractOut } = element;
    return {
      id,
      kind,
      scope,
      device: device.id,
      siteAt: (at) => referenceSite(device, at),
      customerAt: (at) => referenceCustomer(device, at),
      ...(contractIn !== undefined && { contractIn }),
      ...(contractOut !== undefined && { contractOut }),
    };
  });
}

/**
 * The WAN accesses: marked ones, and those with a contracted bandwidth; at a site without any, each of its interfaces. Of the past, too, those
 * of the inventory of now.
 */
export function naiveAccesses(network: Network, at: number): ReadonlySet<number> {
  const devices = new Map(network.devices.map((device) => [device.id, device]));
  const interfaces = network.elements.filter(({ kind }) => kind === 'interface');
  const siteOfElement = ({ device }: NetworkElement): number => referenceSite(devices.get(device)!, at);
  const isAccess = ({ isMarked = false, contractIn = 0, contractOut = 0 }: NetworkElement): boolean =>
    isMarked || contractIn > 0 || contractOut > 0;
  const withAccess = new Set(interfaces.filter(isAccess).map(siteOfElement));
  return new Set(
    interfaces.filter((one) => isAccess(one) || !withAccess.has(siteOfElement(one))).map(({ id }) => id),
  );
}
