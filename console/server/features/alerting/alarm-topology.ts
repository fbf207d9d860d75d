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

/** An alarm on an element of a customer. */
export interface AlarmInstance {
  readonly customer: number;
  readonly alarm: number;
  readonly element: number;
}

/** The topology that an alarm shows for an element. Empty for a deleted alarm. */
export async function readAlarmTopology(
  db: Db,
  inventory: Inventory,
  { customer, alarm, element }: AlarmInstance,
): Promise<TopologyPlace[]> {
  const topology = await readTopology(db, alarm);
  return topology === undefined ? [] : [...topologyContext(topology, placesOf(inventory, customer, element))];
}
