import { topologyLevels, type TopologyPlace } from '../cockpit/topology.ts';
import type { Inventory } from './snapshot.ts';

/** A flow target is at its site; a cluster has only its customer. */
function placedElsewhere({ sites, targets }: Inventory, element: number) {
  const own = targets?.flows.get(element) ?? targets?.clusters.get(element);
  if (own === undefined) return undefined;
  const site = 'site' in own ? sites.get(own.site) : undefined;
  return [{ level: 'element', entry: own }, ...(site === undefined ? [] : [{ level: 'site', entry: site }])];
}

/** An element and its parents, itself first. */
function chainOf(inventory: Inventory, element: number) {
  const { sites, devices, interfaces, components } = inventory;
  const component = components?.get(element);
  const port = interfaces.get(element);
  const device = devices.get(component?.device ?? port?.device ?? element);
  const site = sites.get(device?.site ?? element);
  const other = placedElsewhere(inventory, element);
  if (other !== undefined) return other;
  return [
    { level: 'component', entry: component },
    { level: 'interface', entry: port },
    { level: 'device', entry: device },
    { level: 'site', entry: site },
  ].flatMap(({ level, entry }) => (entry === undefined ? [] : [{ level, entry }]));
}

/** Returns the locations of an element: device, site, customer. Empty for an element of another customer. */
export function placesOf(inventory: Inventory, customer: number, element: number): readonly TopologyPlace[] {
  const [own, ...above] = chainOf(inventory, element);
  if (own?.entry.customer !== customer) return [];
  const names = new Map(above.map(({ level, entry }) => [level, entry.name]));
  names.set('customer', inventory.customers.get(customer)?.name ?? '');
  return topologyLevels.flatMap((level) => {
    const name = names.get(level);
    return name === undefined ? [] : [{ level, name }];
  });
}
