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
}

/** The devices of the fleet that the inventory has, in the order of the fleet; found by exporter address. */
export function knownDevices(fleet: Fleet, inventory: Inventory): readonly KnownDevice[] {
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
    return { device, customer: entry.customer, site: entry.site, id: entry.id, ports: new Map(ports) };
  });
}
