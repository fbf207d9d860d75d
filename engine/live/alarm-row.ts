import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { elementLabel } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { AlarmInstances } from '../alarm/alarm-instances.ts';
import { recentValues } from '../alarm/recent-windows.ts';

export interface RunningAlarm {
  readonly instances: AlarmInstances;
  readonly slot: number;
}

/** Of an alarm that is shown, number of the newest window decided, and the length of one in seconds. */
export interface ShownAlarm extends RunningAlarm {
  readonly newest: { readonly number: number; readonly length: number };
}

export const rowId = (alarm: number, element: number): string => `${String(alarm)}:${String(element)}`;

/** A running alarm as screens show it, with the names of the inventory as it is now. */
export function alarmRow({ instances, slot, newest }: ShownAlarm, inventory: Inventory): AlarmRow {
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
