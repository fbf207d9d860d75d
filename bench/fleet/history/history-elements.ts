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
}

/** The classes of service of each device, by key. */
function classesByDevice({ components }: Inventory): ReadonlyMap<number, ReadonlyMap<string, number>> {
  const classes = [...(components?.values() ?? [])].filter(({ kind }) => kind === 'class');
  return new Map(
    [...Map.groupBy(classes, ({ device }) => device)].map(([device, own]) => [
      device,
      new Map(own.map(({ key, id }) => [key, id])),
    ]),
  );
}
const noClasses: ReadonlyMap<string, number> = new Map();

/** The devices of the fleet that the inventory has, in the order of the fleet; found by exporter address. */
export function knownDevices(fleet: Fleet, inventory: Inventory): readonly KnownDevice[] {
  const classes = classesByDevice(inventory);
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
    return { device, customer, site, id, ports: new Map(ports), classes: classes.get(id) ?? noClasses };
  });
}
