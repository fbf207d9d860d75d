import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import { managedDevices } from '#schemas/inventory/managed-devices.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { ManagedBy } from './names/managed-by.ts';
import type { DeviceMatch } from './names/match-called.ts';

/** What rows of samples need of an element. */
export interface SampledElement {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
}

type Place = Pick<ManagedSample, 'kind' | 'device' | 'key'>;
/** Names of interfaces are compared regardless of case, as proposals do. */
const placeOf = (device: number, { kind, key }: Pick<Place, 'kind' | 'key'>): string =>
  `${String(device)}\n${kind}\n${kind === 'interface' ? key.toLowerCase() : key}`;

interface PlacedElement extends Pick<Place, 'kind' | 'key'> {
  readonly device: DeviceEntry;
  readonly element: SampledElement;
}

const isOwnOf =
  ({ customer }: ManagedBy) =>
  (one: { readonly customer: number; readonly active: boolean }): boolean =>
    one.active && (customer === null || one.customer === customer);

function* managedTunnels(inventory: Inventory, manager: ManagedBy): Generator<PlacedElement> {
  const isOwn = isOwnOf(manager);
  for (const one of inventory.components?.values() ?? []) {
    if (one.kind !== 'tunnel' || one.scope !== manager.kind || !isOwn(one)) continue;
    const device = inventory.devices.get(one.device);
    if (device !== undefined && isDeviceCollected(inventory, device))
      yield { kind: 'tunnel', device, key: one.key, element: one };
  }
}

/** Devices that no agent is polled of, their sites and their interfaces. */
function* managedDevicesOf(inventory: Inventory, manager: ManagedBy): Generator<PlacedElement> {
  const isOwn = isOwnOf(manager);
  for (const [id, by] of managedDevices(inventory)) {
    const device = inventory.devices.get(id);
    if (by !== manager.kind || device === undefined || !isOwn(device)) continue;
    if (!isDeviceCollected(inventory, device)) continue;
    const { customer, site } = device;
    yield { kind: 'device', device, key: '', element: device };
    yield { kind: 'site', device, key: '', element: { id: site, customer, site } };
    for (const port of device.interfaces.flatMap((one) => inventory.interfaces.get(one) ?? []))
      if (port.active) yield { kind: 'interface', device, key: port.name, element: port };
  }
}

/** Finds the element in the inventory that a sample belongs to: by its device, as the manager calls it, and its key. */
export function elementFinder(
  inventory: Inventory,
  manager: ManagedBy,
  { find }: Pick<DeviceMatch, 'find'>,
): (sample: Place & Pick<ManagedSample, 'tenant' | 'address'>) => SampledElement | undefined {
  const elements = new Map<string, SampledElement>();
  for (const one of [...managedTunnels(inventory, manager), ...managedDevicesOf(inventory, manager)])
    elements.set(placeOf(one.device.id, one), one.element);
  return (sample) => {
    const device = find(sample.tenant, sample.device, sample.address);
    return device && elements.get(placeOf(device.id, sample));
  };
}

/** Whether a manager measures devices, too: where no agent is polled. */
export const measuresDevices = (inventory: Inventory, { kind, customer }: ManagedBy): boolean =>
  [...managedDevices(inventory)].some(
    ([id, by]) => by === kind && (customer === null || inventory.devices.get(id)?.customer === customer),
  );
