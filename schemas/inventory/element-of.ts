import type { ElementKind } from '../element/kind.ts';
import type { Inventory } from './snapshot.ts';

/** An element with the names of its parents. */
export interface PlacedElement {
  readonly id: number;
  readonly kind: ElementKind;
  readonly name: string;
  readonly customer: number;
  /** Site of the element; 0 for a cluster. */
  readonly site: number;
  /** Device of the element; the device itself, undefined if it belongs to no device. */
  readonly device: number | undefined;
}

/** Returns the element with an id, undefined if unknown. */
export function elementOf(inventory: Inventory, id: number): PlacedElement | undefined {
  const port = inventory.interfaces.get(id);
  if (port !== undefined) return { ...placed(port), kind: 'interface', device: port.device };
  const device = inventory.devices.get(id);
  if (device !== undefined) return { ...placed(device), kind: 'device', device: id };
  const component = inventory.components?.get(id);
  if (component !== undefined)
    return { ...placed(component), kind: component.kind, device: component.device };
  const site = inventory.sites.get(id);
  if (site !== undefined) return { ...placed({ ...site, site: id }), kind: 'site', device: undefined };
  return targetOf(inventory, id);
}

/** A flow target at a site, or a cluster. */
function targetOf({ targets }: Inventory, id: number): PlacedElement | undefined {
  const flow = targets?.flows.get(id);
  if (flow !== undefined) return { ...placed(flow), kind: flow.kind, device: undefined };
  const cluster = targets?.clusters.get(id);
  return cluster && { ...placed({ ...cluster, site: 0 }), kind: cluster.kind, device: undefined };
}

const placed = ({ id, name, customer, site }: Omit<PlacedElement, 'kind' | 'device'>) => ({
  id,
  name,
  customer,
  site,
});

/** Returns the display name of an element, prefixed by its device since port names repeat. Empty if unknown. */
export function elementLabel(inventory: Inventory, id: number): string {
  // Most elements are interfaces, and lists name all of them.
  const element = inventory.interfaces.get(id) ?? elementOf(inventory, id);
  if (element === undefined) return '';
  const { device, name } = element;
  const of = device === undefined || device === id ? undefined : inventory.devices.get(device)?.name;
  return deviceLabel(of ?? '', name);
}

/** Returns the name of the device of an element, or of the device itself; undefined if it belongs to none. */
export function deviceNameOf(inventory: Inventory, id: number): string | undefined {
  const { device } = elementOf(inventory, id) ?? {};
  return device === undefined ? undefined : inventory.devices.get(device)?.name;
}

/** The name of an element after that of its device, unless it starts with it. */
export const deviceLabel = (device: string, name: string): string =>
  device === '' || name.startsWith(device) ? name : `${device} · ${name}`;

/** Returns the device of an element, or the element itself without a device. */
export const deviceOf = (inventory: Inventory, id: number): number =>
  inventory.interfaces.get(id)?.device ?? inventory.components?.get(id)?.device ?? id;
