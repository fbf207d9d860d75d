import type { AlertSnapshot, CustomerAlerts, MapSite } from '#schemas/alerting/routes.ts';
import type { CustomerEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

/** West, south, east, north of the sites; null when there are none. */
export function boundsOf(sites: readonly Pick<MapSite, 'latitude' | 'longitude'>[]): AlertSnapshot['bounds'] {
  if (sites.length === 0) return null;
  const longitudes = sites.map(({ longitude }) => longitude);
  const latitudes = sites.map(({ latitude }) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

const onMap = ({ id, name, city, latitude, longitude }: SiteEntry, alerts: MirroredAlerts): MapSite => ({
  ...(alerts.sites.get(id) ?? { site: id, severity: null, alarms: 0 }),
  name,
  city,
  latitude,
  longitude,
});

const nothing = (customer: number): MirroredAlerts => ({
  customer,
  epoch: 'none',
  seq: { alert: 0, count: 0 },
  at: 0,
  counts: { critical: 0, warning: 0 },
  byAlarm: [],
  sites: new Map(),
  alarms: new Map(),
});

interface SnapshotOf {
  readonly customer: number;
  readonly alerts?: MirroredAlerts | undefined;
  /** Sites that the reader sees; undefined: all. */
  readonly seen?: ReadonlySet<number> | undefined;
}

/** What the alerting screen of a customer starts from. */
export function alertSnapshot(
  inventory: Inventory,
  { customer, alerts = nothing(customer), seen }: SnapshotOf,
): AlertSnapshot {
  const sites = [...inventory.sites.values()]
    .filter((site) => site.customer === customer && (seen === undefined || seen.has(site.id)))
    .map((site) => onMap(site, alerts));
  return {
    position: { epoch: alerts.epoch, seq: alerts.seq.alert, at: alerts.at },
    counts: alerts.counts,
    sites,
    bounds: boundsOf(sites),
    alarms: [...alerts.alarms.values()],
  };
}

/** One row of the alerting across customers. */
export function customerAlerts(
  { id, name, profile }: CustomerEntry,
  alerts: MirroredAlerts = nothing(id),
): CustomerAlerts {
  const { epoch, seq, at, counts, byAlarm } = alerts;
  return { customer: id, name, profile, position: { epoch, seq: seq.count, at }, counts, byAlarm };
}
