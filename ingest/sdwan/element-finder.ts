import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import { managedDevices } from '#schemas/inventory/managed-devices.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';

/** Whose network a manager measures: that of one customer, or of the customer that each tenant is. */
export interface ManagedBy {
  readonly kind: SdwanKind;
  /** Null: a manager of several customers. */
  readonly customer: number | null;
  /** Collection sub-network: the tenants of a manager of several are customers of it. */
  readonly recipientId: number;
}

/** Whose network a stored manager measures. */
export const managedBy = ({ kind, customer_id, recipient_id }: SdwanServerRow): ManagedBy => ({
  kind,
  customer: customer_id,
  recipientId: recipient_id,
});

/** What rows of samples need of an element. */
export interface SampledElement {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
}

/** Finds the customer of a tenant: the only one, or the one of the sub-network whose client id is the tenant's name. */
export function customerFinder(
  { customers }: Pick<Inventory, 'customers'>,
  { customer, recipientId }: ManagedBy,
): (tenant: string) => number | undefined {
  const own = [...customers.values()].filter((one) => one.recipientId === recipientId);
  const byClientId = new Map(own.map(({ clientId, id }) => [clientId.toLowerCase(), id]));
  return (tenant) => customer ?? byClientId.get(tenantClientId(tenant) ?? '');
}

type Place = Pick<ManagedSample, 'kind' | 'device' | 'key'>;
const placeOf = (customer: number, { kind, device, key }: Place): string =>
  `${String(customer)}\n${kind}\n${device.toLowerCase()}\n${key}`;

interface PlacedElement {
  readonly kind: Place['kind'];
  readonly device: DeviceEntry;
  readonly key: string;
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

/** Finds the element in the inventory that a sample belongs to: by its device, which managers name or address, and its key. */
export function elementFinder(
  inventory: Inventory,
  manager: ManagedBy,
): (sample: Place & Pick<ManagedSample, 'tenant'>) => SampledElement | undefined {
  const customerOf = customerFinder(inventory, manager);
  const elements = new Map<string, SampledElement>();
  for (const one of [...managedTunnels(inventory, manager), ...managedDevicesOf(inventory, manager)])
    for (const device of [one.device.name, one.device.address])
      elements.set(placeOf(one.element.customer, { ...one, device }), one.element);
  return ({ tenant, ...place }) => {
    const owner = customerOf(tenant);
    return owner === undefined ? undefined : elements.get(placeOf(owner, place));
  };
}

/** Whether a manager measures devices, too: where no agent is polled. */
export const measuresDevices = (inventory: Inventory, { kind, customer }: ManagedBy): boolean =>
  [...managedDevices(inventory)].some(
    ([id, by]) => by === kind && (customer === null || inventory.devices.get(id)?.customer === customer),
  );
