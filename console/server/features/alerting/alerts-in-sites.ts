import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

type SeenSites = ReadonlySet<number> | undefined;

function countsByAlarm(alerts: MirroredAlerts, rows: readonly AlarmRow[]): MirroredAlerts['byAlarm'] {
  return alerts.byAlarm
    .map((alarm) => ({ ...alarm, count: rows.filter((row) => row.alarm === alarm.alarm).length }))
    .filter(({ count }) => count > 0);
}

/** The alerts of these sites. Returns the same object when all sites are seen. */
export function alertsInSites(alerts: MirroredAlerts, seen: SeenSites): MirroredAlerts {
  if (seen === undefined) return alerts;
  const rows = [...alerts.alarms.values()].filter(({ site }) => seen.has(site));
  const of = (wanted: AlarmRow['severity']): number =>
    rows.filter(({ severity }) => severity === wanted).length;
  return {
    ...alerts,
    counts: { critical: of('critical'), warning: of('major') },
    byAlarm: countsByAlarm(alerts, rows),
    sites: new Map([...alerts.sites].filter(([site]) => seen.has(site))),
    alarms: new Map(rows.map((row) => [row.id, row])),
  };
}

/** Whether an element is, or belongs to, one of these sites. */
export function isElementInSites(inventory: Inventory, element: number, seen: SeenSites): boolean {
  if (seen === undefined) return true;
  const site = elementOf(inventory, element)?.site;
  return site !== undefined && seen.has(site);
}
