import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { topologyContext } from '#schemas/cockpit/topology.ts';
import { elementLabel } from '#schemas/inventory/element-of.ts';
import { placesOf } from '#schemas/inventory/places-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { InstanceRef } from '../alarm/alarm-instances.ts';
import { recentValues } from '../alarm/recent-windows.ts';

/** The newest decided window of the alarm's pipeline: its number, and the window length in seconds. */
export interface LiveAlarm extends InstanceRef {
  readonly newest: { readonly number: number; readonly length: number };
}

export const rowId = (alarm: number, element: number): string => `${String(alarm)}:${String(element)}`;

function topologyOf(
  { instances: { alarm, elements }, slot }: InstanceRef,
  inventory: Inventory,
): Pick<AlarmRow, 'topology'> {
  if (alarm.topology === undefined || alarm.topology.levels.length === 0) return {};
  const places = placesOf(inventory, elements.customers[slot] ?? 0, elements.ids[slot] ?? 0);
  const named = topologyContext(alarm.topology, places).map(({ name }) => name);
  return named.length === 0 ? {} : { topology: named };
}

/** A running alarm as shown on screens, with current names from the inventory. */
export function alarmRow({ instances, slot, newest }: LiveAlarm, inventory: Inventory): AlarmRow {
  const { alarm, elements, kind } = instances;
  const element = elements.ids[slot] ?? 0;
  const site = elements.sites[slot] ?? 0;
  const threshold = instances.threshold(slot);
  return {
    id: rowId(alarm.id, element),
    alarm: alarm.id,
    name: alarm.label,
    kpi: alarm.kpi,
    severity: alarm.severity,
    site,
    siteName: inventory.sites.get(site)?.name ?? '',
    element,
    elementName: elementLabel(inventory, element),
    elementKind: kind,
    ...topologyOf({ instances, slot }, inventory),
    operator: alarm.operator,
    threshold: threshold.value,
    thresholdFrom: threshold.from,
    outliers: alarm.outliers,
    measures: alarm.measures,
    recent: recentValues(instances, slot, newest.number),
    window: newest.number * newest.length,
    length: newest.length,
    since: instances.since[slot] ?? 0,
  };
}
