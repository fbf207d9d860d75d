import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlertSnapshot, CustomerAlerts, MapSite } from '#schemas/alerting/routes.ts';
import type { CustomerEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { LivePosition } from '#schemas/socket/live.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

/** West, south, east, north of the sites. Null without sites. */
export function boundsOf(sites: readonly Pick<MapSite, 'latitude' | 'longitude'>[]): AlertSnapshot['bounds'] {
  if (sites.length === 0) return null;
  const longitudes = sites.map(({ longitude }) => longitude);
  const latitudes = sites.map(({ latitude }) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

const mapSiteOf = ({ id, name, city, latitude, longitude }: SiteEntry, alerts: MirroredAlerts): MapSite => ({
  ...(alerts.sites.get(id) ?? { site: id, severity: null, alarms: 0 }),
  name,
  city,
  latitude,
  longitude,
});

const noRunningAlarms = (customer: number): MirroredAlerts => ({
  customer,
  epoch: 'none',
  seq: { alert: 0, count: 0 },
  at: 0,
  counts: noAlerts,
  byAlarm: [],
  sites: new Map(),
  alarms: new Map(),
});

/** Position of the numbered deltas of a topic in these alerts. */
export function positionIn(
  { epoch, seq, at, window }: MirroredAlerts,
  topic: keyof MirroredAlerts['seq'],
): LivePosition {
  return { epoch, seq: seq[topic], at, ...(window === undefined ? {} : { window }) };
}

interface SnapshotSource {
  readonly customer: number;
  readonly alerts?: MirroredAlerts | undefined;
  /** Sites that the caller sees. Undefined: all. */
  readonly seen?: ReadonlySet<number> | undefined;
}

/** The initial state of the alerting screen of a customer. */
export function alertSnapshot(
  inventory: Inventory,
  { customer, alerts = noRunningAlarms(customer), seen }: SnapshotSource,
): AlertSnapshot {
  const sites = [...inventory.sites.values()]
    .filter((site) => site.customer === customer && (seen === undefined || seen.has(site.id)))
    .map((site) => mapSiteOf(site, alerts));
  return {
    position: positionIn(alerts, 'alert'),
    counts: alerts.counts,
    sites,
    bounds: boundsOf(sites),
    alarms: [...alerts.alarms.values()],
  };
}

/** A row of the alerting across customers. */
export function customerAlerts(
  { id, name, profile }: CustomerEntry,
  alerts: MirroredAlerts = noRunningAlarms(id),
): CustomerAlerts {
  const { counts, byAlarm } = alerts;
  return { customer: id, name, profile, position: positionIn(alerts, 'count'), counts, byAlarm };
}
