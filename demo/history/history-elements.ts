import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Fleet, FleetDevice } from '../model.ts';

/** A device of the fleet with the numbers that the inventory gave it. */
export interface KnownDevice {
  readonly device: FleetDevice;
  readonly customer: number;
  readonly site: number;
  readonly id: number;
  /** Element by ifIndex. */
  readonly ports: ReadonlyMap<number, number>;
  /** Element of a class of service by its key. */
  readonly classes: ReadonlyMap<string, number>;
  /** Its sensor, its session, its probe, its health check and its export, which it has once at most, by kind. */
  readonly single: ReadonlyMap<string, number>;
}

/** What agents and the collector show; the tunnels of SD-WAN managers are theirs. */
const shownScopes: readonly string[] = ['snmp', 'ipsla', 'flow'];

/** The components of each device that its agent and the collector show. */
function componentsByDevice({ components }: Inventory) {
  const shown = [...(components?.values() ?? [])].filter(({ scope }) => shownScopes.includes(scope));
  return Map.groupBy(shown, ({ device }) => device);
}

/** The devices of the fleet that the inventory has, in the order of the fleet; found by exporter address. */
export function knownDevices(fleet: Fleet, inventory: Inventory): readonly KnownDevice[] {
  const byDevice = componentsByDevice(inventory);
  return fleet.devices.flatMap((device) => {
    const entry = inventory.devices.get(inventory.exporters.get(device.address) ?? 0);
    if (entry === undefined) return [];
    const byName = new Map(
      entry.interfaces.flatMap((id) => {
        const port = inventory.interfaces.get(id);
        return port === undefined ? [] : [[port.name, id] as const];
      }),
    );
    const ports = device.ports.flatMap(({ index, name }) => {
      const id = byName.get(name);
      return id === undefined ? [] : [[index, id] as const];
    });
    const { id, customer, site } = entry;
    const own = byDevice.get(id) ?? [];
    return {
      device,
      customer,
      site,
      id,
      ports: new Map(ports),
      classes: new Map(
        own.filter(({ kind }) => kind === 'class').map(({ key, id: element }) => [key, element]),
      ),
      single: new Map(
        own.filter(({ kind }) => kind !== 'class').map(({ kind, id: element }) => [kind, element]),
      ),
    };
  });
}
