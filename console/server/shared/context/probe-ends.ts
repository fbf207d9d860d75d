import type { ElementKind } from '#schemas/element/kind.ts';
import { addressBits, prefixBits } from '#schemas/address/address-bits.ts';
import { filteredDeviceProperties } from './device-properties.ts';
import type { ComponentEntry, DeviceEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';

export type ProbeRelation = NonNullable<ElementFilter['relation']>;

/** One end of a probe: where it is configured, or what responds to it. */
export interface ProbeEnd {
  readonly device: number | undefined;
  /** 0: unknown. */
  readonly site: number;
  /** Lowercase names. */
  readonly properties: Readonly<Record<string, string>>;
}

/** A network of a site: the bits that its addresses begin with, and how many bits they have. */
interface KnownNetwork {
  readonly bits: string;
  readonly width: number;
  readonly site: SiteEntry;
}

/** Where the addresses of the customers are. */
interface KnownPlaces {
  /** Devices by customer and address: their own, those of their interfaces and those that they export from. */
  readonly devices: ReadonlyMap<string, DeviceEntry>;
  /** Networks of sites by customer, the smallest first. */
  readonly networks: ReadonlyMap<number, readonly KnownNetwork[]>;
}

type Places = Pick<Inventory, 'devices' | 'interfaces' | 'sites'>;

const known = new WeakMap<Inventory['devices'], KnownPlaces>();

/** Addresses of a device, the least certain first: its own one counts where two devices share one. */
function* addressesOf(device: DeviceEntry, { interfaces }: Places): Generator<string> {
  for (const id of device.interfaces) {
    const [address = ''] = (interfaces.get(id)?.fields?.['address'] ?? '').split('/');
    if (address !== '') yield address;
  }
  yield* device.exporters;
  yield device.address;
}

function networksOf({ sites }: Places): KnownPlaces['networks'] {
  const networks = [...sites.values()].flatMap((site) =>
    site.networks.flatMap((prefix) => {
      const bits = prefixBits(prefix);
      return bits === undefined ? [] : [{ bits, width: prefix.includes(':') ? 128 : 32, site }];
    }),
  );
  const smallestFirst = networks.toSorted((one, other) => other.bits.length - one.bits.length);
  return Map.groupBy(smallestFirst, ({ site }) => site.customer);
}

function placesOf(inventory: Places): KnownPlaces {
  const found = known.get(inventory.devices) ?? {
    devices: new Map(
      [...inventory.devices.values()].flatMap((device) =>
        [...addressesOf(device, inventory)].map(
          (address) => [`${String(device.customer)} ${address}`, device] as const,
        ),
      ),
    ),
    networks: networksOf(inventory),
  };
  known.set(inventory.devices, found);
  return found;
}

/** The site whose network has an address, by the longest prefix. */
function siteOfAddress(inventory: Places, customer: number, address: string): SiteEntry | undefined {
  const bits = addressBits(address);
  return bits === undefined
    ? undefined
    : placesOf(inventory)
        .networks.get(customer)
        ?.find((network) => network.width === bits.length && bits.startsWith(network.bits))?.site;
}

/** Names under which sources describe the address that a probe sends to. */
const targetFields: readonly string[] = ['responder', 'target', 'target address', 'destination'];

/** The address that a probe sends to; empty: its source does not say. */
const probeTarget = ({ fields }: Pick<ComponentEntry, 'fields'>): string =>
  Object.entries(fields).find(([name]) => targetFields.includes(name.toLowerCase()))?.[1] ?? '';

function endOfDevice({ sites }: Inventory, device: DeviceEntry): ProbeEnd {
  const { id, site } = device;
  const { name: siteName = '', city = '', country = '' } = sites.get(site) ?? {};
  return {
    device: id,
    site,
    properties: { ...filteredDeviceProperties(device), site: siteName, city, country },
  };
}

/** An end of a probe. A responder that is no device of the customer has its address, and the site whose network it is in. */
export function probeEnd(inventory: Inventory, probe: ComponentEntry, relation: ProbeRelation): ProbeEnd {
  const target = probeTarget(probe);
  const device =
    relation === 'probe'
      ? inventory.devices.get(probe.device)
      : placesOf(inventory).devices.get(`${String(probe.customer)} ${target}`);
  if (device !== undefined) return endOfDevice(inventory, device);
  if (relation === 'probe')
    return { device: probe.device, site: probe.site, properties: { name: '', address: '' } };
  const site = siteOfAddress(inventory, probe.customer, target);
  if (site === undefined) return { device: undefined, site: 0, properties: { name: '', address: target } };
  const { id, name, city, country } = site;
  return {
    device: undefined,
    site: id,
    properties: { name: '', address: target, site: name, city, country },
  };
}

/** What responds to a probe, in words: the device, or its address. */
export function responderName(inventory: Inventory, probe: ComponentEntry): string {
  const { name = '', address = '' } = probeEnd(inventory, probe, 'responder').properties;
  return name === '' ? address : name;
}

interface ProbeRequest {
  readonly kind: ElementKind;
  readonly filters: readonly Pick<ElementFilter, 'element'>[];
  /** Sites that may be read; undefined: all. */
  readonly sites: readonly number[] | undefined;
}

/** The inventory as one who may read only these sites knows it, where probes are requested: what responds elsewhere has no name. */
export function withRespondersSeen(inventory: Inventory, { kind, filters, sites }: ProbeRequest): Inventory {
  const isOfProbes = kind === 'probe' || filters.some(({ element }) => element === 'probe');
  if (sites === undefined || !isOfProbes) return inventory;
  const seen = new Set(sites);
  const devices = [...inventory.devices].filter(([, { site }]) => seen.has(site));
  const own = [...inventory.sites].filter(([id]) => seen.has(id));
  return { ...inventory, devices: new Map(devices), sites: new Map(own) };
}
