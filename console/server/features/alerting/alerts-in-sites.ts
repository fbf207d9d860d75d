import { alertCountsOf, definitionCountsOf } from '#schemas/alerting/counts.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

type SeenSites = ReadonlySet<number> | undefined;

/** The alerts of these sites. Returns the same object when all sites are seen. */
export function alertsInSites(alerts: MirroredAlerts, seen: SeenSites): MirroredAlerts {
  if (seen === undefined) return alerts;
  const rows = [...alerts.alarms.values()].filter(({ site }) => seen.has(site));
  return {
    ...alerts,
    counts: alertCountsOf(rows),
    byAlarm: definitionCountsOf(rows),
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
