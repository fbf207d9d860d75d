import type { ElementKind } from '../element/kind.ts';
import type { Inventory } from './snapshot.ts';

/** An element with the names of where it is. */
export interface PlacedElement {
  readonly id: number;
  readonly kind: ElementKind;
  readonly name: string;
  readonly customer: number;
  /** The site that it is at; 0 of a cluster. */
  readonly site: number;
  /** The device that it belongs to; that of a device itself, undefined of what is not of a device. */
  readonly device: number | undefined;
}

/** The element of a number, undefined for one that the inventory does not have. */
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

/** What flows are summed by at a site, or a cluster. */
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

/** An element as people call it: behind its device, since every router has ports of the same names. Empty for an unknown one. */
export function elementLabel(inventory: Inventory, id: number): string {
  const element = elementOf(inventory, id);
  if (element === undefined) return '';
  const { device, name } = element;
  const of = device === undefined || device === id ? undefined : inventory.devices.get(device)?.name;
  return of === undefined || of === '' || name.startsWith(of) ? name : `${of} · ${name}`;
}

/** The device that an element belongs to; the element itself where it belongs to none. */
export const deviceOf = (inventory: Inventory, id: number): number =>
  inventory.interfaces.get(id)?.device ?? inventory.components?.get(id)?.device ?? id;
