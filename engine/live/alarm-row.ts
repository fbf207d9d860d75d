import type { AlarmRow, DecidedWindow } from '#schemas/alerting/alert.ts';
import { topologyContext } from '#schemas/cockpit/topology.ts';
import { deviceNameOf, elementLabel } from '#schemas/inventory/element-of.ts';
import { placesOf } from '#schemas/inventory/places-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { InstanceRef } from '../alarm/alarm-instances.ts';
import type { RunningAlarm } from '../alarm/explanation/explanations.ts';
import { popCount, windowMask } from '../alarm/outlier.ts';
import { recentValues } from '../alarm/recent-windows.ts';

export interface LiveAlarm extends RunningAlarm {
  /** The newest decided window of the alarm's pipeline. */
  readonly newest: DecidedWindow;
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

function stateOf({ instances, slot, newest }: LiveAlarm): Pick<AlarmRow, 'noDataSince' | 'held' | 'flaps'> {
  const { alarm, bits, good, unmeasured } = instances;
  const flaps = instances.flaps[slot] ?? 0;
  const missing = unmeasured[slot] ?? 0;
  const outliers = popCount((bits[slot] ?? 0) & windowMask(alarm.measures));
  return {
    ...(missing === 0 ? {} : { noDataSince: newest.start - (missing - 1) * newest.length }),
    ...(flaps === 0 ? {} : { flaps }),
    ...(outliers >= alarm.outliers
      ? {}
      : { held: { good: good[slot] ?? 0, clearAfter: alarm.clearAfter ?? 1 } }),
  };
}

/** A running alarm as shown on screens, with current names from the inventory. */
export function alarmRow({ instances, slot, newest, parent }: LiveAlarm, inventory: Inventory): AlarmRow {
  const { alarm, elements, kind } = instances;
  const element = elements.ids[slot] ?? 0;
  const site = elements.sites[slot] ?? 0;
  const threshold = instances.threshold(slot);
  const deviceName = deviceNameOf(inventory, element);
  return {
    id: rowId(alarm.id, element),
    alarm: alarm.id,
    name: alarm.label,
    kpi: alarm.kpi,
    severity: instances.severity(slot),
    site,
    siteName: inventory.sites.get(site)?.name ?? '',
    element,
    elementName: elementLabel(inventory, element),
    ...(deviceName === undefined ? {} : { deviceName }),
    elementKind: kind,
    ...topologyOf({ instances, slot }, inventory),
    operator: alarm.operator,
    threshold: threshold.value,
    thresholdFrom: threshold.from,
    outliers: alarm.outliers,
    measures: alarm.measures,
    recent: recentValues(instances, slot, newest.start / newest.length),
    window: newest.start,
    length: newest.length,
    decided: newest.decided,
    since: instances.since[slot] ?? 0,
    ...stateOf({ instances, slot, newest }),
    ...(parent === undefined ? {} : { parent }),
  };
}
