import { alertCountsOf, noAlerts, sumOfDefinitions, totalCounts } from '#schemas/alerting/counts.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { CustomerOccurrences } from '#schemas/alerting/customer-history-routes.ts';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import type { PastAlerts } from '#schemas/alerting/past-routes.ts';
import type {
  AlarmHistory,
  AlertActivity,
  AlertChoices,
  AlertSnapshot,
  CustomerAlerts,
  MapSite,
} from '#schemas/alerting/routes.ts';
import type { Series, SeriesPeriod } from '#schemas/kpi/series.ts';
import { now } from '#web/lib/clock.ts';
import { customers } from '#web/testing/a-session.ts';

const cities = [
  ['Paris', 48.86, 2.35],
  ['Lyon', 45.76, 4.84],
  ['Marseille', 43.3, 5.37],
  ['Lille', 50.63, 3.06],
  ['Toulouse', 43.6, 1.44],
  ['Nantes', 47.22, -1.55],
  ['Bordeaux', 44.84, -0.58],
  ['Strasbourg', 48.57, 7.75],
  ['London', 51.51, -0.13],
  ['Manchester', 53.48, -2.24],
  ['Brussels', 50.85, 4.35],
  ['Amsterdam', 52.37, 4.9],
  ['Frankfurt', 50.11, 8.68],
  ['Munich', 48.14, 11.58],
  ['Hamburg', 53.55, 9.99],
  ['Zurich', 47.37, 8.54],
  ['Milan', 45.46, 9.19],
  ['Turin', 45.07, 7.69],
  ['Barcelona', 41.39, 2.17],
  ['Madrid', 40.42, -3.7],
  ['Bilbao', 43.26, -2.93],
  ['Porto', 41.15, -8.61],
  ['Genoa', 44.41, 8.93],
  ['Dublin', 53.35, -6.26],
] as const;

const definitions = [
  { alarm: 1, name: 'Link saturated', kpi: 'itf_in_util', severity: 'critical', threshold: 90, unit: 97.3 },
  { alarm: 2, name: 'Link busy', kpi: 'itf_out_util', severity: 'major', threshold: 75, unit: 82.1 },
  {
    alarm: 3,
    name: 'Volume above contract',
    kpi: 'itf_in_bytes',
    severity: 'minor',
    threshold: 4.2e9,
    unit: 5.1e9,
  },
  {
    alarm: 4,
    name: 'Throughput above plan',
    kpi: 'itf_in_bps',
    severity: 'major',
    threshold: 2.5e8,
    unit: 3.12e8,
  },
] as const;

const profiles = ['Gold', 'Silver', 'Bronze'];

const offset = (index: number): number => ((index * 37) % 11) / 60;

export const aSite = (index: number): MapSite => {
  const [city, latitude, longitude] = cities[index % cities.length] ?? cities[0];
  const round = Math.floor(index / cities.length);
  return {
    site: index + 1,
    name: round === 0 ? city : `${city} ${String(round + 1)}`,
    city,
    latitude: latitude + offset(index) * round,
    longitude: longitude + offset(index + 5) * round,
    severity: null,
    alarms: 0,
  };
};

const misses = [0, 3, 1, 4, 2, 5];

export const aShownAlarm = (index: number, site: MapSite, seconds: number): AlarmRow => {
  const { alarm, name, kpi, severity, threshold, unit } =
    definitions[index % definitions.length] ?? definitions[0];
  const low = threshold * 0.8;
  const recent = misses
    .slice(0, 5)
    .map((_, at) => (at === index % 7 ? null : at <= index % 3 ? low : unit + at * unit * 0.004));
  return {
    id: `${String(alarm)}:${String(index + 100)}`,
    alarm,
    name,
    kpi,
    severity,
    site: site.site,
    siteName: site.name,
    element: index + 100,
    elementName:
      index % 4 === 0
        ? `cpe-${site.city.toLowerCase()}-1 · TenGigabitEthernet0/0/${String(index % 8)}.100`
        : `cpe-${site.city.toLowerCase()}-1 · Gi0/0/${String(index % 8)}`,
    deviceName: `cpe-${site.city.toLowerCase()}-1`,
    elementKind: 'interface',
    operator: '>',
    threshold,
    thresholdFrom: index % 3 === 0 ? 'element' : 'alarm',
    outliers: 3,
    measures: 5,
    recent,
    window: seconds - 300,
    length: 300,
    since: seconds - 300 * (2 + ((index * 13) % 90)),
  };
};

const worst = (alarms: readonly AlarmRow[]) => {
  const found = (['critical', 'major', 'minor'] as const).find((severity) =>
    alarms.some((alarm) => alarm.severity === severity),
  );
  return found ?? null;
};

/** The window of 5 minutes that was decided at a time. */
const aWindow = (ms: number) => ({ start: Math.floor(ms / 1_000) - 300, length: 300, decided: ms });

/** A customer with this number of sites, of which every second holds alarms, until the number of alarms is reached. */
export function aSnapshot(siteCount: number, alarmCount: number, ms: number): AlertSnapshot {
  const seconds = Math.floor(ms / 1_000);
  const bare = Array.from({ length: siteCount }, (_, index) => aSite(index));
  const alarms = Array.from({ length: alarmCount }, (_, index) =>
    aShownAlarm(index, bare[(index * 5) % bare.length] ?? aSite(0), seconds),
  );
  const sites = bare.map((site) => {
    const own = alarms.filter((alarm) => alarm.site === site.site);
    return { ...site, severity: worst(own), alarms: own.length };
  });
  return {
    position: { epoch: 'e1', seq: 0, at: ms - 400, window: aWindow(ms) },
    counts: alertCountsOf(alarms),
    sites,
    bounds: siteCount === 0 ? null : [-8.7, 40.4, 11.6, 53.6],
    alarms,
  };
}

export const customerCounts = (ms: number): CustomerAlerts[] =>
  customers.map(({ id, name }, index) => {
    const critical = [3, 0, 7, 0, 1, 0, 0, 2, 0, 0, 12, 0][index] ?? 0;
    const warning = [5, 2, 0, 0, 4, 0, 1, 9, 0, 0, 3, 0][index] ?? 0;
    const byAlarm = [
      { alarm: 1, name: 'Link saturated', severity: 'critical' as const, count: critical },
      { alarm: 2, name: 'Link busy', severity: 'major' as const, count: Math.ceil(warning / 2) },
      { alarm: 4, name: 'Throughput above plan', severity: 'major' as const, count: Math.floor(warning / 2) },
      { alarm: 3, name: 'Volume above contract', severity: 'minor' as const, count: index % 4 },
    ]
      .filter(({ count }) => count > 0)
      .map((each) => ({
        ...each,
        unhandled: Math.ceil(each.count / 2),
        oldest: Math.floor(ms / 1_000) - 600 * (each.alarm + index),
      }));
    return {
      customer: id,
      name,
      profile: profiles[index % 3] ?? '',
      position: { epoch: 'e1', seq: 0, at: ms - 300 - index * 211, window: aWindow(ms) },
      counts: sumOfDefinitions(byAlarm),
      byAlarm,
    };
  });

export const alertChoices: AlertChoices = {
  profiles: profiles.map((name, index) => ({ id: index + 1, name })),
  alarms: [...definitions, { alarm: 9, name: 'Tunnel down' }].map(({ alarm, name }) => ({ id: alarm, name })),
};

export const alertActivity = (ms: number): AlertActivity => ({
  from: Math.floor(ms / 3_600_000) * 3_600 - 23 * 3_600,
  customers: customers.flatMap(({ id }) =>
    id % 3 === 0
      ? []
      : [
          {
            customer: id,
            raised: Array.from({ length: 24 }, (_, hour) => Math.max(0, ((hour * id) % 11) - 3)),
          },
        ],
  ),
});

export function aHistory(alarm: AlarmRow): AlarmHistory {
  const windows = alarm.recent.map((value, index) => ({
    at: alarm.since - (alarm.recent.length - 1 - index) * alarm.length,
    value,
    numerator: value === null ? null : value * 1_250_000,
    denominator: value === null ? null : 1_250_000,
    outlier: value !== null && value > alarm.threshold,
  }));
  const evidence = {
    operator: alarm.operator,
    threshold: alarm.threshold,
    thresholdFrom: alarm.thresholdFrom,
    outliers: alarm.outliers,
    measures: alarm.measures,
    length: alarm.length,
    windows,
  };
  const event = (edge: 'raise' | 'clear', at: number) => ({
    event: `${edge}-${String(at)}`,
    edge,
    severity: alarm.severity,
    cause: 'rule',
    at,
    happened: at * 1_000,
    value: alarm.threshold * 1.1,
    threshold: alarm.threshold,
    evidence,
  });
  return {
    places: [{ level: 'device', name: `cpe-${alarm.siteName.toLowerCase()}-1` }],
    events: [
      event('raise', alarm.since),
      event('clear', alarm.since - 9_000),
      event('raise', alarm.since - 15_600),
    ],
  };
}

/** A day-like curve around the threshold of an alarm, with a gap of two hours. */
export function aSeries(alarm: AlarmRow, { from, to }: SeriesPeriod): Series {
  const step = to - from > 2 * 86_400 ? 3_600 : 300;
  const points = Array.from({ length: (to - from) / step }, (_, index): [number, number] => {
    const at = from + index * step;
    return [at, alarm.threshold * (0.75 + 0.3 * Math.sin(at / 9_000))];
  }).filter(([at]) => Math.floor(at / 7_200) % 5 !== 0 || at > to - 3_600);
  const series = points.length === 0 ? [] : [{ id: alarm.element, points }];
  return { kpi: alarm.kpi, unit: 'percent', aggregation: 'average', series };
}

/** Fewer alarms the longer ago, none two days ago. */
export function aPast(at: number): PastAlerts {
  const daysAgo = Math.max(0, now() / 1_000 - at) / 86_400;
  const { counts, sites, bounds, alarms } = aSnapshot(
    24,
    Math.max(0, Math.round(12 - 6 * daysAgo)),
    at * 1_000,
  );
  return { at, counts, sites, bounds, alarms };
}

export function aTimeline(from: number, to: number): AlertTimeline {
  const bucketSeconds = 1_800;
  const first = Math.floor(from / bucketSeconds) * bucketSeconds;
  const buckets = Array.from({ length: Math.floor((to - first) / bucketSeconds) }, (_, index) => ({
    at: first + index * bucketSeconds,
    critical: index % 11 === 0 ? 2 : 0,
    major: index % 4 === 0 ? 1 + (index % 3) : 0,
    minor: index % 7 === 0 ? 1 : 0,
    cleared: 1,
    running: 4 + (index % 9),
  }));
  return { bucketSeconds, buckets, running: 4 };
}

/** Half of the alarms of now, all of them two days ago. */
export function aPastOfCustomers(at: number) {
  const isLongAgo = now() / 1_000 - at > 86_400;
  const customers = customerCounts(at * 1_000).map(({ position: _position, ...customer }, index) => {
    if (isLongAgo || index % 2 === 0) return customer;
    return { ...customer, byAlarm: [], counts: noAlerts };
  });
  return { at, ...totalCounts(customers) };
}

export function customerOccurrences(ms: number) {
  const found = customerCounts(ms).filter(({ counts }) => counts.critical + counts.warning > 0);
  const rows = found.map(
    ({ customer, name, profile, counts: { critical, warning, minor } }): CustomerOccurrences => ({
      customer,
      name,
      profile,
      critical,
      major: warning,
      minor,
      severity: critical > 0 ? 'critical' : 'major',
      alarms: critical + warning + minor,
      running: critical,
      unacknowledged: Math.ceil(critical / 2),
      longest: 60 * (5 + 11 * customer),
    }),
  );
  const sum = (of: 'critical' | 'major' | 'minor' | 'alarms'): number =>
    rows.reduce((total, row) => total + row[of], 0);
  const counts = { critical: sum('critical'), major: sum('major'), minor: sum('minor') };
  return { total: sum('alarms'), counts, customers: rows };
}
