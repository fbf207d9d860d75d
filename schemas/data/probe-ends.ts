import type { ElementKind } from '../element/kind.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '../inventory/snapshot.ts';
import type { ElementFilter } from './element-filter.ts';

export type ProbeRelation = NonNullable<ElementFilter['relation']>;

/** One end of a probe: where it is configured, or what responds to it. */
export interface ProbeEnd {
  readonly device: number | undefined;
  /** 0: unknown. */
  readonly site: number;
  /** Lowercase names. */
  readonly properties: Readonly<Record<string, string>>;
}

const known = new WeakMap<Inventory['devices'], ReadonlyMap<string, DeviceEntry>>();

/** Devices by customer and address: their own and those that they export from. */
function devicesByAddress({ devices }: Pick<Inventory, 'devices'>): ReadonlyMap<string, DeviceEntry> {
  const found =
    known.get(devices) ??
    new Map(
      [...devices.values()].flatMap((device) =>
        [...device.exporters, device.address].map(
          (address) => [`${String(device.customer)} ${address}`, device] as const,
        ),
      ),
    );
  known.set(devices, found);
  return found;
}

/** Names under which sources describe the address that a probe sends to. */
const targetFields: readonly string[] = ['responder', 'target', 'target address', 'destination'];

/** The address that a probe sends to; empty: its source does not say. */
const probeTarget = ({ fields }: Pick<ComponentEntry, 'fields'>): string =>
  Object.entries(fields).find(([name]) => targetFields.includes(name.toLowerCase()))?.[1] ?? '';

function endOfDevice({ sites }: Inventory, device: DeviceEntry): ProbeEnd {
  const { id, site, name, address, vendor, model } = device;
  const { name: siteName = '', city = '', country = '' } = sites.get(site) ?? {};
  return {
    ...{ device: id, site },
    properties: { name, address, vendor, model, site: siteName, city, country },
  };
}

/** An end of a probe. A responder that is no device of the customer has only its address. */
export function probeEnd(inventory: Inventory, probe: ComponentEntry, relation: ProbeRelation): ProbeEnd {
  const target = probeTarget(probe);
  const device =
    relation === 'probe'
      ? inventory.devices.get(probe.device)
      : devicesByAddress(inventory).get(`${String(probe.customer)} ${target}`);
  if (device !== undefined) return endOfDevice(inventory, device);
  const isUnknown = relation === 'responder';
  return {
    device: isUnknown ? undefined : probe.device,
    site: isUnknown ? 0 : probe.site,
    properties: { name: '', address: isUnknown ? target : '' },
  };
}

/** What responds to a probe, in words: the device, or its address. */
export function responderName(inventory: Inventory, probe: ComponentEntry): string {
  const { name = '', address = '' } = probeEnd(inventory, probe, 'responder').properties;
  return name === '' ? address : name;
}

interface Asked {
  readonly kind: ElementKind;
  readonly filters: readonly Pick<ElementFilter, 'element'>[];
  /** Sites that may be read; undefined: all. */
  readonly sites: readonly number[] | undefined;
}

/** The inventory as one who may read only these sites knows it, where probes are asked for: what responds elsewhere has no name. */
export function withRespondersSeen(inventory: Inventory, { kind, filters, sites }: Asked): Inventory {
  const isOfProbes = kind === 'probe' || filters.some(({ element }) => element === 'probe');
  if (sites === undefined || !isOfProbes) return inventory;
  const seen = new Set(sites);
  const devices = [...inventory.devices].filter(([, { site }]) => seen.has(site));
  return { ...inventory, devices: new Map(devices) };
}
