import type { TunnelSample } from '#platform/sdwan/sdwan-client.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { ComponentEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { tenantClientId } from '#schemas/sdwan/rules.ts';

/** Whose tunnels a manager measures: those of one customer, or of the customer that each tenant is. */
export interface ManagedBy {
  readonly kind: SdwanKind;
  /** Null: a manager of several customers. */
  readonly customer: number | null;
}

const placeOf = (customer: number, device: string, key: string): string =>
  `${String(customer)}\n${device.toLowerCase()}\n${key}`;

/** The tunnels of the inventory that a manager may measure. */
const managedTunnels = (inventory: Inventory, { kind, customer }: ManagedBy): readonly ComponentEntry[] =>
  [...(inventory.components?.values() ?? [])].filter(
    (one) =>
      one.kind === 'tunnel' &&
      one.scope === kind &&
      one.active &&
      (customer === null || one.customer === customer) &&
      isDeviceCollected(inventory, inventory.devices.get(one.device)),
  );

/** Finds the tunnel in the inventory that a sample belongs to: by its device, which managers name or address, and its key. */
export function tunnelFinder(
  inventory: Inventory,
  manager: ManagedBy,
): (sample: Pick<TunnelSample, 'tenant' | 'device' | 'key'>) => ComponentEntry | undefined {
  const byClientId = new Map(
    [...inventory.customers.values()].map(({ clientId, id }) => [clientId.toLowerCase(), id]),
  );
  const tunnels = new Map<string, ComponentEntry>();
  for (const tunnel of managedTunnels(inventory, manager)) {
    const { name = '', address = '' } = inventory.devices.get(tunnel.device) ?? {};
    for (const label of [name, address]) tunnels.set(placeOf(tunnel.customer, label, tunnel.key), tunnel);
  }
  return ({ tenant, device, key }) => {
    const owner = manager.customer ?? byClientId.get(tenantClientId(tenant) ?? '');
    return owner === undefined ? undefined : tunnels.get(placeOf(owner, device, key));
  };
}
