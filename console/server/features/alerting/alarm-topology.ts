import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { shownRunbook } from '#schemas/cockpit/runbook.ts';
import { topologyContext, topologyOf } from '#schemas/cockpit/topology.ts';
import { elementOf, type PlacedElement } from '#schemas/inventory/element-of.ts';
import { placesOf } from '#schemas/inventory/places-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { isLibraryKey, kpis } from '#schemas/kpi/library.ts';

const readDefinition = (db: Db, alarm: number) =>
  db
    .selectFrom('cockpit_alarm as alarm')
    .leftJoin('kpi_definition as own', 'own.key', 'alarm.kpi')
    .select(['alarm.label', 'alarm.kpi', 'alarm.severity', 'alarm.runbook', 'own.name_en'])
    .select(['topology_levels', 'topology_filter'])
    .where('alarm.id', '=', alarm)
    .executeTakeFirst();
type Definition = NonNullable<Awaited<ReturnType<typeof readDefinition>>>;

/** An alarm on an element of a customer. */
export interface AlarmInstance {
  readonly customer: number;
  readonly alarm: number;
  readonly element: number;
}

function runbookOf(
  { label, kpi, severity, runbook, name_en }: Definition,
  inventory: Inventory,
  { customer, alarm, element }: AlarmInstance,
) {
  const { site = 0, device = 0, name = '' }: Partial<PlacedElement> = elementOf(inventory, element) ?? {};
  const { customers, sites, devices } = inventory;
  const nameIn = (found: { readonly name: string } | undefined): string => found?.name ?? '';
  return shownRunbook(runbook, {
    'customer.name': nameIn(customers.get(customer)),
    'site.name': nameIn(sites.get(site)),
    'device.name': nameIn(devices.get(device)),
    'element.name': name,
    'alert.id': `${String(alarm)}:${String(element)}`,
    'alert.name': label,
    'alert.severity': severity,
    'kpi.name': name_en ?? (isLibraryKey(kpi) ? kpis[kpi].en : kpi),
  });
}

/** What the definition of an alarm says of an element: its topology and its runbook. Empty for a deleted alarm. */
export async function readAlarmContext(
  db: Db,
  inventory: Inventory,
  instance: AlarmInstance,
): Promise<Pick<AlarmHistory, 'places' | 'runbook'>> {
  const definition = await readDefinition(db, instance.alarm);
  const { customer, element } = instance;
  // The element of another customer has no places, and no names for a runbook.
  const places = placesOf(inventory, customer, element);
  if (definition === undefined || places.length === 0) return { places: [] };
  const runbook = runbookOf(definition, inventory, instance);
  return {
    places: [...topologyContext(topologyOf(definition), places)],
    ...(runbook === undefined ? {} : { runbook }),
  };
}
