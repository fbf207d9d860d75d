import type { Db } from '#platform/postgres/postgres.ts';
import { topologyContext, topologyLevels } from '#schemas/cockpit/topology.ts';
import type { Place, Topology } from '#schemas/cockpit/topology.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

/** What flows of a site are summed by is at that site; a cluster is the customer's alone. */
function placedElsewhere({ sites, targets }: Inventory, element: number) {
  const own = targets?.flows.get(element) ?? targets?.clusters.get(element);
  if (own === undefined) return undefined;
  const site = 'site' in own ? sites.get(own.site) : undefined;
  return [{ level: 'element', entry: own }, ...(site === undefined ? [] : [{ level: 'site', entry: site }])];
}

/** An element with what is above it: itself first. */
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

/** Where an element of a customer is: its device, its site, the customer. Nothing for an element of somebody else. */
function placesOf(inventory: Inventory, customer: number, element: number): readonly Place[] {
  const [own, ...above] = chainOf(inventory, element);
  if (own?.entry.customer !== customer) return [];
  const names = new Map(above.map(({ level, entry }) => [level, entry.name]));
  names.set('customer', inventory.customers.get(customer)?.name ?? '');
  return topologyLevels.flatMap((level) => {
    const name = names.get(level);
    return name === undefined ? [] : [{ level, name }];
  });
}

async function readTopology(db: Db, alarm: number): Promise<Topology | undefined> {
  const row = await db
    .selectFrom('cockpit_alarm')
    .select(['topology_levels', 'topology_filter'])
    .where('id', '=', alarm)
    .executeTakeFirst();
  return (
    row && {
      levels: topologyLevels.filter((level) => row.topology_levels.includes(level)),
      filter: row.topology_filter,
    }
  );
}

interface Asked {
  readonly customer: number;
  readonly alarm: number;
  readonly element: number;
}

/** The places of an element that its alarm names; none for an alarm that is deleted. */
export async function readAlarmPlaces(
  db: Db,
  inventory: Inventory,
  { customer, alarm, element }: Asked,
): Promise<Place[]> {
  const topology = await readTopology(db, alarm);
  return topology === undefined ? [] : [...topologyContext(topology, placesOf(inventory, customer, element))];
}
