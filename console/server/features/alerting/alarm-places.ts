import type { Db } from '#platform/postgres/postgres.ts';
import { topologyContext, topologyOf } from '#schemas/cockpit/topology.ts';
import type { TopologyPlace, Topology } from '#schemas/cockpit/topology.ts';
import { placesOf } from '#schemas/inventory/places-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';

async function readTopology(db: Db, alarm: number): Promise<Topology | undefined> {
  const row = await db
    .selectFrom('cockpit_alarm')
    .select(['topology_levels', 'topology_filter'])
    .where('id', '=', alarm)
    .executeTakeFirst();
  return row && topologyOf(row);
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
): Promise<TopologyPlace[]> {
  const topology = await readTopology(db, alarm);
  return topology === undefined ? [] : [...topologyContext(topology, placesOf(inventory, customer, element))];
}
