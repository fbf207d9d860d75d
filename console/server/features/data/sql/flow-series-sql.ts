import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import type { Operand } from '#schemas/formula/core.ts';
import type { Parts } from '#schemas/formula/parts.ts';
import { programOf } from '#schemas/formula/program.ts';
import { programSql } from './formula-sql.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { Bindings, type Bind } from '#schemas/kpi/bindings.ts';
import { OTHER_KEYS, type SeriesRequest } from './element-values.ts';
import { endKeySql, endsSql, HIDDEN_SITE, type EndKey, type FlowEnds } from '#schemas/kpi/flow-ends.ts';
import { isIdleZero } from '#schemas/kpi/algebra/idle-points.ts';
import { idleAggregate } from './idle-aggregate.ts';
import type { QuantityKind } from '#schemas/kpi/algebra/quantity.ts';
import { valuesSettings } from './series-sql.ts';
import { isPartial } from './partial-values.ts';
import { rollupRows } from './rollup-spans.ts';
import {
  finiteAggregate,
  finitePartial,
  periodSql,
  stepSql,
  type Aggregate,
  type ValuesRequest,
} from './series-steps.ts';
import { neededGranularity, rollupTable, tableGranularity } from '#server/shared/rollup/rollup-table.ts';

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

/** Site at the other end of a flow, 0 for outside. */
const REMOTE = 'if(source_site = site, destination_site, source_site)';

const keySql = {
  none: 'toUInt64(0)',
  site: 'toUInt64(site)',
  application: 'application',
  /** Class of service, by its DSCP. */
  class: 'toUInt64(dscp)',
  /** Remote end from the point of view of the site. */
  conversation: `toUInt64(${REMOTE})`,
} as const;
export type FlowDimension = keyof typeof keySql | EndKey;

/** KPIs of flows: all come about in one way, see `isCompleteFlow`. */
export interface FlowValues extends ValuesRequest {
  readonly keys: readonly FlowDimension[];
  /** Undefined: all. */
  readonly applications: readonly number[] | undefined;
  readonly classes?: readonly number[] | undefined;
  /** Traffic between two ends only. */
  readonly conversations?: boolean;
  /** Remote sites with a key of their own; undefined: all. */
  readonly seen?: readonly number[] | undefined;
  /** By the sites at both ends: needed by the keys of ends. */
  readonly ends?: FlowEnds | undefined;
  /** Keys to read, or the first parts of them; with `others` all others share the key `OTHER_KEYS`. */
  readonly ranked?: { readonly keys: readonly (readonly number[])[]; readonly others: boolean } | undefined;
  /** Seconds of steps that count, where some days do not. */
  readonly seconds?: { readonly steps: readonly number[]; readonly seconds: readonly number[] } | undefined;
}

/** A flow KPI and its aggregation. */
export interface FlowResult extends Aggregate {
  readonly parts: Parts;
  readonly kind: QuantityKind;
}

/** KPIs of one pass; whether their values are whole ratios, see `isCompleteFlow`. */
export interface FlowResults {
  readonly isComplete: boolean;
  readonly results: readonly FlowResult[];
  /** What is retained of each step, to put the value of a period together: sums of counters, or partial aggregates. */
  readonly isPartial?: boolean | undefined;
}

/** A query for one flow KPI. */
export interface FlowSeries extends SeriesRequest {
  readonly by: FlowDimension;
  readonly applications: readonly number[] | undefined;
}

/** A flow reported by several exporters counts once, per site and per customer (docs/40-flow-sources.md). */
const once = ({ keys, sites }: FlowValues): string =>
  keys.includes('site') || sites?.length === 1 ? 'duplicate < 2' : 'duplicate = 0';

const where = (request: FlowValues, bind: Bind): string => {
  const { applications, classes, conversations = false, ends } = request;
  return [
    ...periodSql(request, bind),
    once(request),
    ...(applications === undefined
      ? []
      : [`application IN ${bind('applications', 'Array(UInt64)', applications)}`]),
    ...(classes === undefined ? [] : [`dscp IN ${bind('classes', 'Array(UInt8)', classes)}`]),
    ...(conversations ? ['source_site != destination_site'] : []),
    ...(ends === undefined ? [] : endsSql(ends, bind)),
  ].join(' AND ');
};

const anyEnds: FlowEnds = { sites: undefined, seen: undefined, direction: 'both' };

/** SQL of a key, under which remote sites that the reader does not see are one. */
function flowKeySql(key: FlowDimension, { seen, ends = anyEnds }: FlowValues, bind: Bind): string {
  if (key === 'end' || key === 'farEnd' || key === 'way') return endKeySql[key](ends, bind);
  if (key !== 'conversation' || seen === undefined) return keySql[key];
  const known = bind('seen', 'Array(UInt32)', [0, ...seen]);
  return `toUInt64(if(${REMOTE} IN ${known}, ${REMOTE}, ${String(HIDDEN_SITE)}))`;
}

const columnNames = (prefix: string, { keys }: FlowValues): readonly string[] =>
  keys.map((_, index) => `${prefix}${String(index)}`);

function rowsOf(
  request: FlowValues,
  { granularity, bind }: { readonly granularity: Granularity; readonly bind: Bind },
  { table, columns }: { readonly table: string; readonly columns: Readonly<Record<string, string>> },
): string {
  const values = names.map((name) => `toFloat64(${columns[name] ?? '0'}) AS ${name}`);
  const keys = request.keys.map((key, index) => `${flowKeySql(key, request, bind)} AS own_${String(index)}`);
  const isFine = tableGranularity(granularity, request) === '5m';
  const base = isFine ? `${table}_5m` : rollupTable(table, granularity, request);
  const from = rollupRows(base, request, bind);
  return `SELECT ${[...keys, 'at', ...values].join(', ')} FROM ${from} WHERE ${where(request, bind)}`;
}

/** Rows with the keys `key_0` and so on: those that rank, or also the others under one key. */
function rankedRows(request: FlowValues, rows: string, bind: Bind): string {
  const { ranked, keys } = request;
  const own = columnNames('own_', request);
  const columns = (change: (name: string) => string) =>
    own.map((name, index) => `${change(name)} AS key_${String(index)}`);
  const select = (each: readonly string[], condition = '') =>
    `SELECT ${[...each, 'at', ...names].join(', ')} FROM (${rows})${condition}`;
  if (ranked === undefined) return select(columns((name) => name));
  const ranking = keys.slice(0, ranked.keys[0]?.length ?? keys.length);
  const lists = ranking.map((_, index) =>
    bind(
      `ranked_${String(index)}`,
      'Array(UInt64)',
      ranked.keys.map((key) => key[index] ?? 0),
    ),
  );
  const pairs = ranking.map((_, index) => `pair.${String(index + 1)}`).join(', ');
  const isRanked =
    ranking.length === 1
      ? `own_0 IN ${lists[0] ?? ''}`
      : `(${own.slice(0, ranking.length).join(', ')}) IN (SELECT ${pairs} FROM (SELECT arrayJoin(arrayZip(${lists.join(', ')})) AS pair))`;
  return ranked.others
    ? select(columns((name) => `if(${isRanked}, ${name}, toUInt64(${String(OTHER_KEYS)}))`))
    : select(
        columns((name) => name),
        ` WHERE ${isRanked}`,
      );
}

/** Seconds of a step within the period, or of its business days. */
function secondsSql(
  { seconds, from, to }: FlowValues,
  granularity: Granularity | 'total',
  bind: Bind,
): string {
  const [start, end] = [bind('from', 'UInt32', from), bind('to', 'UInt32', to)];
  if (seconds !== undefined)
    return `transform(toUnixTimestamp(step), ${bind('starts', 'Array(UInt32)', seconds.steps)}, ${bind('seconds', 'Array(Float64)', seconds.seconds)}, toFloat64(0))`;
  if (granularity === 'total') return `toFloat64(${end} - ${start})`;
  return `toFloat64(toUnixTimestamp(least(${nextStep[granularity]}, toDateTime(${end}, 'UTC'))) - toUnixTimestamp(greatest(step, toDateTime(${start}, 'UTC'))))`;
}

/** Sums of every counter by key and step, and the seconds of the step. */
function sums(request: FlowValues, isComplete: boolean, bind: Bind): string {
  const granularity = isComplete ? request.display : request.working;
  const isTotal = isComplete && request.isTotal === true;
  const reading = { granularity, bind };
  const all = [
    rowsOf({ ...request, isTotal }, reading, { table: 'flows', columns: ofFlows }),
    rowsOf({ ...request, isTotal }, reading, { table: 'flow_metrics', columns: ofMetrics }),
  ];
  const step = stepSql({ ...request, display: granularity, isTotal }, bind);
  const keys = columnNames('key_', request);
  const columns = [...keys, `${step} AS step`, ...names.map((name) => `sum(${name}) AS sum_${name}`)];
  const seconds = secondsSql(request, isTotal ? 'total' : granularity, bind);
  return `SELECT ${columns.join(', ')}, ${seconds} AS seconds
FROM (${rankedRows(request, all.join(' UNION ALL '), bind)}) GROUP BY ${[...keys, 'step'].join(', ')}`;
}

function operandSql({ take, name }: Operand): string {
  if (take === 'property') return 'seconds';
  const per = perUnit(name);
  return per === 1 ? `sum_${name}` : `sum_${name} / ${String(per)}`;
}

/** Counters in the formulas of KPIs. */
export function countersOf(results: readonly FlowResult[]): readonly string[] {
  const { steps } = programOf(results.flatMap(({ parts }) => [parts.numerator, parts.denominator]));
  const found = steps.flatMap((step) =>
    step.is === 'operand' && step.operand.take !== 'property' ? [step.operand.name] : [],
  );
  return [...new Set(found)];
}

/** What a formula reads of a counter whose rows have a sum. */
export const perUnit = (name: string): number => {
  const { per = 1 }: Counter = counters[name as CounterKey];
  return per;
};

/** Applies the formulas of the KPIs to the sums of each step. */
function formulas(request: FlowValues, { isComplete, results }: FlowResults, bind: Bind): string {
  const cores = results.flatMap(({ parts }) => [parts.numerator, parts.denominator]);
  const from = sums(request, isComplete, bind);
  const { query, results: found } = programSql(programOf(cores), { from, prefix: 'f', operandSql });
  const columns = results.map(({ parts }, index) => {
    const [numerator = '', denominator = ''] = found.slice(2 * index, 2 * index + 2);
    return `${bind('scale', 'Float64', parts.scale)} * (${numerator} / ${denominator}) AS result_${String(index)}`;
  });
  return `SELECT ${[...columnNames('key_', request), 'step', ...columns].join(', ')} FROM (${query})`;
}

/** Whether the value of a step is one ratio of its sums. */
export const isCompleteFlow = ({
  strategy,
  aggregation,
}: Pick<SeriesRequest, 'strategy' | 'aggregation'>): boolean =>
  strategy === 'after spatial and temporal' && aggregation === 'average';

/** The granularity of the table that has to reach back to the start of a request. */
export const finestFlowsRead = (
  request: Pick<
    SeriesRequest,
    'strategy' | 'aggregation' | 'working' | 'display' | 'timeZone' | 'isFromMinutes'
  >,
): keyof RetentionDays =>
  neededGranularity(isCompleteFlow(request) ? request.display : request.working, request);

const workingSeconds: Readonly<Record<Granularity, number>> = {
  ...({ '5m': 300, '1h': 3_600, '1d': 86_400, '1w': 604_800, '1mo': 2_629_746 } as const),
};

/** How much longer days and weeks are where the clock changes. */
const CLOCK_CHANGE = 3_600;

/** SQL of the number of points of a step, idle ones and an unfinished one included. */
function pointsSql(request: FlowValues, bind: Bind): string {
  const { working, isTotal, display } = request;
  const seconds = secondsSql(request, isTotal === true ? 'total' : display, bind);
  const length = String(workingSeconds[working]);
  if (working === '1mo') return `toUInt64(round(${seconds} / ${length}))`;
  const slack = working === '1d' || working === '1w' ? CLOCK_CHANGE : 0;
  return `toUInt64(ceil(greatest(0, ${seconds} - ${String(slack)}) / ${length}))`;
}

/** Columns `key_0` and so on, `step`, `result_0` and so on, for KPIs that are all whole ratios or all are not. */
export function flowValuesSql(request: FlowValues, requested: FlowResults, bind: Bind): string {
  const { isComplete, results, isPartial: returnsParts = false } = requested;
  const keys = columnNames('key_', request);
  if (isComplete && returnsParts) {
    const retained = countersOf(results).map((name, index) => `sum_${name} AS result_${String(index)}`);
    return `SELECT ${[...keys, 'step', ...retained].join(', ')} FROM (${sums(request, isComplete, bind)})`;
  }
  const values = formulas(request, requested, bind);
  if (isComplete) return values;
  const points = results.map((_, index) => `result_${String(index)} AS point_${String(index)}`);
  const pointCount = pointsSql(request, bind);
  const columns = results
    .flatMap((result, index) => {
      const point = `point_${String(index)}`;
      if (isIdleZero(result)) return [idleAggregate(result, { point, points: pointCount }, bind)];
      return returnsParts && isPartial(result.aggregation)
        ? finitePartial(result.aggregation, point)
        : [finiteAggregate(result, point, bind)];
    })
    .map((column, index) => `${column} AS result_${String(index)}`);
  const step = stepSql(request, bind);
  return `SELECT ${[...keys, `${step} AS step`, ...columns].join(', ')} FROM (SELECT ${[...keys, 'step AS at', ...points].join(', ')} FROM (${values})) GROUP BY ${[...keys, 'step'].join(', ')}`;
}

/** Query of a flow KPI: `id` (site or application, 0 for the total), start of the step, value. */
export function flowKpiSeries(request: FlowSeries, parts: Parts) {
  const { params, bind } = new Bindings();
  bind('zone', 'String', request.timeZone);
  const { by, aggregation, level } = request;
  const values = flowValuesSql(
    { ...request, keys: [by] },
    { isComplete: isCompleteFlow(request), results: [{ parts, aggregation, level, kind: request.kind }] },
    bind,
  );
  return {
    sql: `SELECT key_0 AS id, toUnixTimestamp(step) AS at, result_0 AS value FROM (${values}) WHERE isFinite(value) ORDER BY id, at`,
    params,
    settings: valuesSettings,
  };
}
