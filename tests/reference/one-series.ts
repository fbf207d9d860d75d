import { kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import { aggregations } from '#schemas/kpi/kpi.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { periods, pickSome, comparedZones } from './combinations.ts';
import { differencesOf } from './comparison.ts';
import { areaRows } from './naive/area-rows.ts';
import { computedKpi } from './naive/measured-rows.ts';
import {
  displaysOf,
  expectedOf,
  isWithinMinutes,
  naiveMeasuredKey,
  ownOver,
  fullPeriod,
  type Query,
} from './naive/query.ts';
import type { ServedLargeNetwork } from './network/serve-large-network.ts';
import { NOW, type LargePlaces } from './network/large-network.ts';

/** A query of one KPI, and the query string of its address. */
interface AddressedQuery {
  readonly query: Query;
  readonly text: string;
}

const AREA = 9_101;

const textOf = ({
  aggregation,
  percentile,
  over,
  display,
  zone,
  from,
  to,
}: Query): Record<string, string> => ({
  aggregation,
  percentile: String(percentile),
  over,
  display,
  timeZone: zone,
  from: String(from),
  to: String(to),
});

/** A query of a number, always the same one, for steps of which windows of five minutes are retained. */
function queryOf(kpi: KpiKey, number: number, customer: number): Query {
  const { kind } = computedKpi(kpi);
  const period = pickSome(periods, number, 21);
  const known = aggregations.filter((one) => !kindRules[kind].without.includes(one));
  const query: Query = {
    customer,
    kpi,
    ...period,
    percentile: 95,
    isOverTime: true,
    working: undefined,
    chosen: undefined,
    aggregation: pickSome(known, number, 22),
    over: pickSome(kindRules[kind].over, number, 23),
    by: undefined,
    display: pickSome(displaysOf(period.to - period.from), number, 24),
    zone: pickSome(comparedZones, number, 25),
  };
  const isFine = isWithinMinutes(fullPeriod(query).from, NOW);
  return isFine ? query : queryOf(kpi, number + 1_000_003, customer);
}

/** A query of a KPI together, by site or by element; sometimes of one site. */
export function seriesQuery(kpi: KpiKey, number: number, { acme, second }: LargePlaces): AddressedQuery {
  const by = pickSome(['none', 'site', 'element'] as const, number, 26);
  const isOfSite = pickSome([true, false], number, 27);
  const query: Query = {
    ...queryOf(kpi, number, acme),
    by: by === 'element' ? (computedKpi(kpi).element as Query['by']) : by === 'site' ? 'site' : undefined,
    chosen: isOfSite ? { kind: 'site', id: second } : undefined,
  };
  const text = new URLSearchParams({ ...textOf(query), by, ...(isOfSite && { sites: String(second) }) });
  return { query, text: text.toString() };
}

function found(series: Series, nameOf: (id: number | null) => string): ReadonlyMap<string, number> {
  return new Map(
    series.series.flatMap(({ id, points }) =>
      points.map(([at, value]): [string, number] => [`${nameOf(id)} ${String(at)}`, value]),
    ),
  );
}

/** The part of expected values whose elements are no areas. */
export function seriesFaultsOf(
  query: Query,
  series: Series | string,
  { facts, network }: ServedLargeNetwork,
): readonly string[] {
  const name = JSON.stringify(query);
  if (typeof series === 'string') return [`${name}: ${series}`];
  const areas = new Set(network.areas.map(({ id }) => String(id)));
  const values = [...found(series, (id) => String(id ?? 'all'))].filter(
    ([key]) => !areas.has(key.split(' ')[0]!),
  );
  const right = expectedOf(query, facts).values;
  return differencesOf(new Map(values), right)
    .slice(0, 3)
    .map((fault) => `${name}: ${fault}`);
}

/** KPIs of each way in which the members of an area are aggregated. */
export const areaKpis: readonly KpiKey[] = [
  ...([
    'itf_in_bps',
    'itf_out_pps',
    'itf_in_util',
    'itf_in_bytes',
    'itf_out_err',
    'itf_avail',
    'cpe_cpu',
  ] as const),
  ...([
    'itf_in_capacity',
    'cpe_avail',
    'cpe_uptime',
    'sla_rtt',
    'sla_mos',
    'tun_latency',
    'sensor_power',
    'bgp_flaps',
  ] as const),
];

export function areaQuery(kpi: KpiKey, number: number, { acme }: LargePlaces): AddressedQuery {
  const query: Query = {
    ...queryOf(kpi, number + 500, acme),
    over: ownOver(kpi),
    by: computedKpi(kpi).element as Query['by'],
  };
  const text = new URLSearchParams({ ...textOf(query), by: 'element', elements: String(AREA) });
  return { query, text: text.toString() };
}

/** What is wrong with the values of an area. */
export function areaFaultsOf(
  query: Query,
  series: Series | string,
  { facts, network }: ServedLargeNetwork,
): readonly string[] {
  const name = `area ${JSON.stringify(query)}`;
  if (typeof series === 'string') return [`${name}: ${series}`];
  const key = naiveMeasuredKey(query.kpi);
  const own = areaRows(key, facts.rows.get(key) ?? [], network).filter(({ element }) => element === AREA);
  const right = expectedOf(query, {
    ...facts,
    rows: new Map([[key, own]]),
    accesses: new Set([AREA]),
  }).values;
  if (right.size === 0) return [`${name}: nothing to compare`];
  return differencesOf(found(series, String), right)
    .slice(0, 3)
    .map((fault) => `${name}: ${fault}`);
}
