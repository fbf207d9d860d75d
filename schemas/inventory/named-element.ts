import type { ElementKind } from '../element/kind.ts';
import type { Inventory } from './snapshot.ts';

/** What is said of an element wherever it is named. */
export interface NamedElement {
  readonly id: number;
  readonly kind: ElementKind;
  readonly name: string;
  readonly customer: number;
  /** The site that it is at; 0 of a cluster. */
  readonly site: number;
}

/** An element by its number, whatever it is; undefined for one that is no longer there. */
export function namedElement(inventory: Inventory, id: number): NamedElement | undefined {
  const { devices, interfaces, sites, targets } = inventory;
  const port = interfaces.get(id);
  if (port !== undefined) return { ...brief(port), kind: 'interface', site: port.site };
  const device = devices.get(id);
  if (device !== undefined) return { ...brief(device), kind: 'device', site: device.site };
  const site = sites.get(id);
  if (site !== undefined) return { ...brief(site), kind: 'site', site: id };
  const flow = targets?.flows.get(id);
  if (flow !== undefined) return { ...brief(flow), kind: flow.kind, site: flow.site };
  const cluster = targets?.clusters.get(id);
  return cluster && { ...brief(cluster), kind: cluster.kind, site: 0 };
}

const brief = ({ id, name, customer }: Pick<NamedElement, 'id' | 'name' | 'customer'>) => ({
  id,
  name,
  customer,
});
