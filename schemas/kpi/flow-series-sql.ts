import { counters } from '../counter/catalogue.ts';
import type { CounterKey } from '../counter/catalogue.ts';
import type { Counter } from '../counter/counter.ts';
import type { Operand } from '../formula/core.ts';
import type { Parts } from '../formula/parts.ts';
import { programOf } from '../formula/program.ts';
import { programSql } from '../formula/sql.ts';
import type { Granularity } from '../time/granularity.ts';
import type { SeriesRequest } from './series-sql.ts';
import type { RetentionDays } from '../limit/retention.ts';
import { pointAggregates, rollupTable, startOfStep, tableGranularity } from './series-steps.ts';

/** Columns of flow counters: of every flow, and application metrics of devices. */
const ofFlows = { flow_octets: 'bytes', flow_packets: 'packets', flow_count: 'flows' } as const;
const ofMetrics = {
  flow_connections: 'connections',
  flow_connection_flows: 'connection_flows',
  flow_response_time: 'server_ms',
  flow_responses: 'responses',
  flow_network_time: 'network_ms',
  flow_network_connections: 'network_connections',
  flow_retransmitted: 'client_retransmitted + server_retransmitted',
  flow_retransmission_packets: 'retransmission_packets',
  flow_rtp_jitter: 'rtp_jitter_us',
  flow_rtp_samples: 'rtp_flows',
  flow_rtp_lost: 'rtp_lost',
  flow_rtp_packets: 'rtp_packets',
} as const;
const names = [...Object.keys(ofFlows), ...Object.keys(ofMetrics)];

const nextStep: Record<Granularity, string> = {
  '5m': 'step + INTERVAL 5 MINUTE',
  '1h': 'step + INTERVAL 1 HOUR',
  '1d': 'step + INTERVAL 1 DAY',
  '1w': 'step + INTERVAL 1 WEEK',
  '1mo': 'step + INTERVAL 1 MONTH',
};

const KEY = {
  none: 'toUInt64(0)',
  site: 'toUInt64(site)',
  application: 'application',
  /** Class of service, by its DSCP. */
  class: 'toUInt64(dscp)',
  /** Remote end from the point of view of the site. */
  conversation: 'toUInt64(if(source_site = site, destination_site, source_site))',
} as const;

/** A flow KPI. */
export interface FlowSeries extends SeriesRequest {
  readonly by: keyof typeof KEY;
  /** Undefined: all. */
  readonly applications: readonly number[] | undefined;
}

/** A flow reported by several exporters counts once, per site and per customer (docs/40-flow-sources.md). */
const once = ({ by, sites }: FlowSeries): string =>
  by === 'site' || sites?.length === 1 ? 'duplicate < 2' : 'duplicate = 0';

const where = (request: FlowSeries): string =>
  [
    'customer = {customer:UInt32}',
    once(request),
    "at >= toDateTime({from:UInt32}, 'UTC')",
    "at < toDateTime({to:UInt32}, 'UTC')",
    ...(request.sites === undefined ? [] : ['site IN {sites:Array(UInt32)}']),
    ...(request.applications === undefined ? [] : ['application IN {applications:Array(UInt64)}']),
  ].join(' AND ');

function rowsOf(
  request: FlowSeries,
  granularity: Granularity,
  { table, columns }: { readonly table: string; readonly columns: Readonly<Record<string, string>> },
): string {
  const values = names.map((name) => `toFloat64(${columns[name] ?? '0'}) AS ${name}`);
  const base = granularity === '5m' ? `${table}_5m` : rollupTable(table, granularity, request.timeZone);
  return `SELECT ${KEY[request.by]} AS id, ${startOfStep[granularity]('at')} AS step, ${values.join(', ')} FROM ${base} WHERE ${where(request)}`;
}

/** Sums of every counter by key and step, and the seconds of the step within the period. */
function sums(request: FlowSeries, granularity: Granularity): string {
  const all = [
    rowsOf(request, granularity, { table: 'flows', columns: ofFlows }),
    rowsOf(request, granularity, { table: 'flow_metrics', columns: ofMetrics }),
  ];
  return `SELECT id, step, ${names.map((name) => `sum(${name}) AS sum_${name}`).join(', ')},
 toFloat64(toUnixTimestamp(least(${nextStep[granularity]}, toDateTime({to:UInt32}, 'UTC'))) - toUnixTimestamp(greatest(step, toDateTime({from:UInt32}, 'UTC')))) AS seconds
FROM (${all.join(' UNION ALL ')}) GROUP BY id, step`;
}

function operandSql({ take, name }: Operand): string {
  if (take === 'property') return 'seconds';
  const { per = 1 }: Counter = counters[name as CounterKey];
  return per === 1 ? `sum_${name}` : `sum_${name} / ${String(per)}`;
}

/** Applies the formula of the KPI to the sums of each step. */
function values(request: FlowSeries, parts: Parts, granularity: Granularity): string {
  const { query, results } = programSql(programOf([parts.numerator, parts.denominator]), {
    from: sums(request, granularity),
    prefix: 'f',
    operandSql,
  });
  const [numerator = '', denominator = ''] = results;
  return `SELECT id, step, {scale:Float64} * (${numerator} / ${denominator}) AS result FROM (${query}) WHERE isFinite(result)`;
}

/** Whether the value of a step is one ratio of its sums. */
const isWhole = ({ strategy, aggregation }: SeriesRequest): boolean =>
  strategy === 'after spatial and temporal' && aggregation === 'average';

/** The granularity of the table that a request reads. */
export const finestFlowsRead = (request: SeriesRequest): keyof RetentionDays =>
  tableGranularity(isWhole(request) ? request.display : request.working, request.timeZone);

/** Query of a flow KPI: `id` (site or application, 0 for the total), start of the step, value. */
export function flowKpiSeries(request: FlowSeries, parts: Parts) {
  const { aggregation, working, display } = request;
  const whole = isWhole(request);
  const points = values(request, parts, whole ? display : working);
  const series = whole
    ? points
    : `SELECT id, ${startOfStep[display]('at')} AS step, ${pointAggregates[aggregation]} AS result FROM (SELECT id, step AS at, result AS value FROM (${points})) GROUP BY id, step`;
  const { customer, level, from, to, timeZone, sites, applications } = request;
  return {
    sql: `SELECT id, toUnixTimestamp(step) AS at, result AS value FROM (${series}) ORDER BY id, at`,
    params: {
      customer,
      scale: parts.scale,
      level,
      from,
      to,
      zone: timeZone,
      sites: sites ?? [],
      applications: applications ?? [],
    },
    settings: { max_execution_time: 30, max_result_rows: '500000', max_memory_usage: '2000000000' },
  };
}
