import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { expressionOf } from '../formula/expression.ts';
import { quantityOf, valueOf } from '../formula/quantity.ts';
import type { CounterReading } from '../formula/readings.ts';
import type { ReportedTraffic } from '../network/chosen-flows.ts';
import { hourOf, nearestRank, overTime } from './aggregate.ts';
import { computedKpi } from './measured-rows.ts';
import { isOfUncutHours, fullPeriod, type Query } from './query.ts';
import { startOfNext, naiveStepStart } from './steps.ts';

/** What is requested of one KPI of flows. */
export type FlowQuery = Pick<
  Query,
  | 'customer'
  | 'kpi'
  | 'aggregation'
  | 'percentile'
  | 'isOverTime'
  | 'working'
  | 'display'
  | 'zone'
  | 'from'
  | 'to'
> & {
  readonly by: readonly Exclude<KeyAttribute, 'date'>[];
  /** Undefined: all. */
  readonly sites: readonly number[] | undefined;
};

const isBySite = ({ by, sites }: FlowQuery): boolean => by.includes('site') || sites?.length === 1;

interface Step {
  readonly from: number;
  readonly to: number;
}

/** What was reported, and when it is requested. */
export interface FlowFacts {
  readonly traffic: readonly ReportedTraffic[];
  readonly nowMs: number;
  /** Customers whose hours are stored in halves. */
  readonly halvedHours: ReadonlySet<number>;
}

/** The period in full steps, until the last window that is closed for certain: 15 minutes ago. */
function closedPeriod(query: FlowQuery, { nowMs }: FlowFacts): Step {
  const { from, to } = fullPeriod(query);
  return { from, to: Math.min(to, naiveStepStart(nowMs / 1_000 - 15 * 60, '5m', 'UTC')) };
}

/** The traffic that a query is about: what several exporters report counts once, per site and per customer. */
function trafficOf(query: FlowQuery, facts: FlowFacts): readonly ReportedTraffic[] {
  const { from, to } = closedPeriod(query, facts);
  const isOfConversations = query.by.includes('conversation');
  const traffic = isOfUncutHours(query, facts)
    ? facts.traffic.map((one) => ({ ...one, at: hourOf(one.at) }))
    : facts.traffic;
  return traffic.filter(
    ({ customer, at, site, duplicate, sourceSite, destinationSite }) =>
      // A conversation has two ends.
      !(isOfConversations && sourceSite === destinationSite) &&
      customer === query.customer &&
      at >= from &&
      at < to &&
      query.sites?.includes(site) !== false &&
      (duplicate === 0 || (duplicate === 1 && isBySite(query))),
  );
}

const keys: Readonly<Partial<Record<KeyAttribute, (one: ReportedTraffic) => number>>> = {
  site: ({ site }) => site,
  application: ({ application }) => application,
  class: ({ dscp }) => dscp,
  conversation: ({ site, sourceSite, destinationSite }) =>
    sourceSite === site ? destinationSite : sourceSite,
};

/** By counter: what a row of traffic adds to it. */
const adds: Readonly<Partial<Record<CounterKey, (one: ReportedTraffic) => number>>> = {
  flow_octets: ({ flow }) => flow?.bytes ?? 0,
  flow_packets: ({ flow }) => flow?.packets ?? 0,
  flow_count: ({ flow }) => (flow === undefined ? 0 : 1),
  flow_connections: ({ metrics }) => metrics?.connections ?? 0,
  flow_connection_flows: ({ metrics }) => metrics?.connection_flows ?? 0,
  flow_response_time: ({ metrics }) => metrics?.server_ms ?? 0,
  flow_responses: ({ metrics }) => metrics?.responses ?? 0,
  flow_network_time: ({ metrics }) => metrics?.network_ms ?? 0,
  flow_network_connections: ({ metrics }) => metrics?.network_connections ?? 0,
  flow_retransmitted: ({ metrics }) =>
    (metrics?.client_retransmitted ?? 0) + (metrics?.server_retransmitted ?? 0),
  flow_retransmission_packets: ({ metrics }) => metrics?.retransmission_packets ?? 0,
  flow_rtp_jitter: ({ metrics }) => metrics?.rtp_jitter_us ?? 0,
  flow_rtp_samples: ({ metrics }) => metrics?.rtp_flows ?? 0,
  flow_rtp_lost: ({ metrics }) => metrics?.rtp_lost ?? 0,
  flow_rtp_packets: ({ metrics }) => metrics?.rtp_packets ?? 0,
};

/** The value of a formula on the sums of some traffic; undefined: absent. */
function valueIn(kpi: KpiKey, traffic: readonly ReportedTraffic[], seconds: number): number | undefined {
  const sums = Object.entries(adds).map(([key, add]): [string, CounterReading] => {
    const { per = 1 }: Counter = counters[key as CounterKey];
    return [key, { sum: traffic.reduce((sum, one) => sum + add(one), 0) / per }];
  });
  const readings = { counters: Object.fromEntries(sums), properties: { window: seconds } };
  const found = quantityOf(expressionOf(computedKpi(kpi).formulas.flow!), readings);
  return found && valueOf(found);
}

interface Bounds {
  readonly zone: string;
  readonly period: Step;
}

/** A step, cut by the period. */
function stepOf(at: number, granularity: Granularity, { zone, period }: Bounds): Step {
  return {
    from: Math.max(period.from, naiveStepStart(at, granularity, zone)),
    to: Math.min(period.to, startOfNext(at, granularity, zone)),
  };
}

const idle: readonly Aggregation[] = ['minimum', 'average', 'percentile'];

/** Number of points in a step. */
function pointsIn({ from, to }: Step, working: Granularity, zone: string): number {
  let points = 0;
  for (let at = from; at < to; at = startOfNext(at, working, zone)) points += 1;
  return points;
}

/** Points in the order of time as one value, with 0 at those without flows where that counts. */
function ofPoints(
  points: readonly { readonly at: number; readonly value: number }[],
  query: FlowQuery,
  { step, working }: { readonly step: Step; readonly working: Granularity },
): readonly number[] {
  const { kind } = computedKpi(query.kpi);
  const { aggregation, percentile, zone } = query;
  const level = percentile / 100;
  if (points.length === 0) return [];
  const isIdle = (kind === 'counter' || kind === 'rate') && idle.includes(aggregation);
  if (!isIdle) return overTime(points, { aggregation, level });
  const zeroes = Math.max(0, pointsIn(step, working, zone) - points.length);
  const values = [...points.map(({ value }) => value), ...Array.from({ length: zeroes }, () => 0)];
  if (aggregation === 'percentile') return [nearestRank(values, level)];
  return overTime(
    values.map((value) => ({ at: 0, value })),
    { aggregation, level },
  );
}

/** The acceptable values of the traffic of a key in a step. */
function valuesOf(
  traffic: readonly ReportedTraffic[],
  query: FlowQuery,
  { step, working, bounds }: { readonly step: Step; readonly working: Granularity; readonly bounds: Bounds },
): readonly number[] {
  const { strategy } = computedKpi(query.kpi);
  if (strategy === 'after spatial and temporal' && query.aggregation === 'average') {
    const value = valueIn(query.kpi, traffic, step.to - step.from);
    return value === undefined ? [] : [value];
  }
  const groups = Map.groupBy(traffic, ({ at }) => naiveStepStart(at, working, query.zone));
  const points = [...groups].flatMap(([at, own]) => {
    const point = stepOf(at, working, bounds);
    const value = valueIn(query.kpi, own, point.to - point.from);
    return value === undefined ? [] : [{ at, value }];
  });
  return ofPoints(points, query, { step, working });
}

/** The values by key and step (0 for the period) that are right. */
export function expectedOfFlows(
  query: FlowQuery,
  facts: FlowFacts,
  working: Granularity,
): ReadonlyMap<string, readonly number[]> {
  const { by, isOverTime, display, zone } = query;
  const period = closedPeriod(query, facts);
  const bounds = { zone, period };
  const stepAt = (at: number): Step => (isOverTime ? stepOf(at, display, bounds) : period);
  const keyOf = (one: ReportedTraffic): string =>
    by.length === 0 ? 'all' : by.map((key) => String(keys[key]!(one))).join('+');
  const groups = Map.groupBy(
    trafficOf(query, facts),
    (one) => `${keyOf(one)} ${String(isOverTime ? stepAt(one.at).from : 0)}`,
  );
  const found = [...groups].map(([name, own]): [string, readonly number[]] => [
    name,
    valuesOf(own, query, { step: stepAt(own[0]!.at), working, bounds }),
  ]);
  return new Map(found.filter(([, values]) => values.length > 0));
}
