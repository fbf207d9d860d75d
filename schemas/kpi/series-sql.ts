import type { RetentionDays } from '../limit/retention.ts';
import { requestColumn, requestSql } from './batched-request.ts';
import type { BatchedRequest } from './batched-request.ts';
import { Bindings } from './bindings.ts';
import type { Bind } from './bindings.ts';
import type { Aggregation, Strategy } from './kpi.ts';
import { tableFor } from './measures-table.ts';
import { isPartial, partialColumns, partialFolds, summed } from './partial-values.ts';
import type { PartialAggregation, PartialFold } from './partial-values.ts';
import {
  periodSql,
  pointAggregate,
  pointAggregates,
  rollupTable,
  startOfStep,
  stepSql,
  tableGranularity,
} from './series-steps.ts';
import type { Aggregate, ValuesRequest } from './series-steps.ts';

/** The values of one KPI of one customer. */
export interface KpiValues extends ValuesRequest {
  /** Id of the KPI whose measures are read. */
  readonly kpi: number;
  /** value = scale · numerator / denominator. */
  readonly scale: number;
  readonly strategy: Strategy;
  /** Aggregation of windows to points, and of points to the result. */
  readonly own: Aggregation;
}

/** A query for one aggregation. */
export interface SeriesRequest extends KpiValues, Aggregate {}

/** A KPI measured on elements. */
export interface ElementValues extends KpiValues {
  readonly by: 'none' | 'site' | 'element' | 'parent';
  readonly elements: readonly number[] | undefined;
  /** Areas, which are measured at no site, are left out: they count their members once more. */
  readonly withoutAreas?: boolean;
  /** Parents of elements, for `by: 'parent'`. */
  readonly parents?:
    | { readonly elements: readonly number[]; readonly parents: readonly number[] }
    | undefined;
  /** Keys of their own; all others share the key `OTHER_KEYS`. */
  readonly ranked?: readonly number[] | undefined;
  /** Since when the tables in the order of time hold every measure, seconds since 1970; undefined: they are not read. */
  readonly recentSince?: number | undefined;
  /** Whether a percentile of hours or days is read from their stored quantiles, which are kept longer than the values. */
  readonly fromQuantiles?: boolean;
  /** Requests whose sites and elements these are; no site is in two of them. Rows have a column `request`, its place in the list. */
  readonly batch?: readonly BatchedRequest[] | undefined;
}

/** A query for one aggregation of a KPI measured on elements. */
export interface ElementSeries extends ElementValues, Aggregate {
  readonly by: 'none' | 'site' | 'element';
}

/** Key of everything that does not rank: the largest whole number that JSON carries. */
export const OTHER_KEYS = Number.MAX_SAFE_INTEGER;

/** Levels whose quantiles hours and days store. */
const storedLevels: readonly number[] = [0.5, 0.9, 0.95, 0.99];

/** Whether a percentile can be read from the stored quantiles of hours and days. */
export const hasQuantiles = ({ strategy, aggregation, working, display, level }: SeriesRequest): boolean =>
  strategy === 'before any aggregation' &&
  aggregation === 'percentile' &&
  working === '5m' &&
  display !== '5m' &&
  storedLevels.includes(level);

/**
 * How a value comes about: from aggregates or quantiles of a rollup, from the 5-minute values, as one ratio of sums, or from points at
 * the working granularity. Aggregations of a KPI with the same way share a query.
 */
export type ValueWay = 'rollup' | 'quantiles' | 'values' | 'ratio' | 'points';

export function valueWayOf(
  request: Omit<KpiValues, 'kpi' | 'scale'> & Aggregate & { readonly fromQuantiles?: boolean },
): ValueWay {
  const { strategy, aggregation, working, display, fromQuantiles = false } = request;
  if (strategy !== 'before any aggregation')
    return strategy === 'after spatial and temporal' && aggregation === 'average' ? 'ratio' : 'points';
  if (working !== '5m') return 'points';
  if (tableGranularity(display, request) === '5m') return 'values';
  if (aggregation !== 'percentile') return 'rollup';
  return fromQuantiles ? 'quantiles' : 'values';
}

/** The granularity of the table that a request reads. */
export function finestRead(
  request: Omit<SeriesRequest, 'kpi' | 'scale'> & { readonly fromQuantiles?: boolean },
): keyof RetentionDays {
  const { working, display } = request;
  const way = valueWayOf(request);
  if (way === 'values') return '5m';
  const isOneStep = way !== 'points' && working === '5m';
  return tableGranularity(isOneStep ? display : working, request);
}

/** Aggregates that rollups preserve exactly; of percentiles they keep some quantiles. */
const ofRollup: Record<Exclude<Aggregation, 'percentile'>, string> = {
  minimum: 'min(minimum)',
  maximum: 'max(maximum)',
  'minimum date':
    'toFloat64(toUnixTimestamp(argMin(finalizeAggregation(minimum_at), (minimum, finalizeAggregation(minimum_at)))))',
  'maximum date':
    'toFloat64(toUnixTimestamp(argMax(finalizeAggregation(maximum_at), (maximum, -toInt64(toUnixTimestamp(finalizeAggregation(maximum_at)))))))',
  first: 'argMin(finalizeAggregation(first), first_at)',
  last: 'argMax(finalizeAggregation(last), last_at)',
  average: 'sum(total) / sum(count)',
  sum: 'sum(total)',
};

/** What is kept of the aggregates of a part, see `partialFolds`. */
const partialOfRollup: Record<PartialAggregation, readonly string[]> = {
  minimum: [ofRollup.minimum],
  maximum: [ofRollup.maximum],
  'minimum date': [ofRollup.minimum, ofRollup['minimum date']],
  'maximum date': [ofRollup.maximum, ofRollup['maximum date']],
  first: ['toFloat64(toUnixTimestamp(min(first_at)))', ofRollup.first],
  last: ['toFloat64(toUnixTimestamp(max(last_at)))', ofRollup.last],
  average: ['sum(total)', 'toFloat64(sum(count))'],
  sum: [ofRollup.sum],
};

const quantileSql = (level: number): string =>
  `quantilesMerge(${storedLevels.join(', ')})(quantiles)[${String(storedLevels.indexOf(level) + 1)}]`;

const ratioSql = (scale: number, bind: Bind): string =>
  `${bind('scale', 'Float64', scale)} * (sum(numerator) / sum(denominator))`;

/** SQL of the key of a row with the columns `site` and `element`. */
function keySql({ by, parents, ranked }: ElementValues, bind: Bind): string {
  if (by === 'none') return 'toUInt64(0)';
  const [elements, owners] = [parents?.elements ?? [], parents?.parents ?? []];
  const own =
    by === 'parent'
      ? `transform(element, ${bind('children', 'Array(UInt32)', elements)}, ${bind('parents', 'Array(UInt32)', owners)}, toUInt32(0))`
      : by;
  if (ranked === undefined) return `toUInt64(${own})`;
  const others = `toUInt64(${String(OTHER_KEYS)})`;
  return `if(${own} IN ${bind('ranked', 'Array(UInt32)', ranked)}, toUInt64(${own}), ${others})`;
}

/**
 * Rows of a table with uniform column names. Rows of one hour or day that are not merged yet stay apart: every aggregate of rows is one of
 * their parts, and `FINAL` takes three times as long.
 */
function rowsOf(table: string, request: ElementValues, bind: Bind): string {
  const { kpi, elements, withoutAreas = false } = request;
  const batched = requestSql(request, bind);
  const where = [
    ...periodSql(request, bind),
    `kpi = ${bind('kpi', 'UInt16', kpi)}`,
    ...(elements === undefined ? [] : [`element IN ${bind('elements', 'Array(UInt32)', elements)}`]),
    ...(withoutAreas ? ['site != 0'] : []),
    ...batched.conditions,
  ].join(' AND ');
  const columns = table === 'measures' ? 'site, element, at, value, numerator, denominator' : '*';
  return `SELECT ${columns}${batched.columns} FROM ${tableFor(table, request)} WHERE ${where}`;
}

interface Step {
  /** Columns by which rows are grouped before their key. */
  readonly apart: string;
  readonly key: string;
  readonly at: string;
  readonly values: readonly string[];
  readonly from: string;
}

function grouped({ apart, key, at, values, from }: Step): string {
  const columns = values.map((value, index) => `${value} AS result_${String(index)}`);
  const having = values.map((_, index) => `isFinite(result_${String(index)})`);
  return `SELECT ${apart}${key} AS id, ${at} AS step, ${columns.join(', ')} FROM (${from}) GROUP BY ${apart}id, step HAVING ${having.join(' OR ')}`;
}

const plainCall = (name: string, args: string): string => `${name}(${args})`;

/** The values of one element at the working granularity: `site`, `element`, `at`, `value`. */
function elementPoints(request: ElementValues, bind: Bind): string {
  const { own, working, by } = request;
  const aggregation = own === 'percentile' ? 'average' : own;
  const table = rollupTable('measures', working, request);
  const value =
    table === 'measures' ? pointAggregates[aggregation]('value', plainCall) : ofRollup[aggregation];
  // The points of an element that moves within a step are apart only where sites are.
  const keys = `${requestColumn(request)}${by === 'site' ? 'site, element' : 'element'}`;
  return `SELECT ${keys}, step AS at, result AS value FROM (SELECT ${keys}, ${startOfStep[working]('at')} AS step, ${value} AS result FROM (${rowsOf(table, request, bind)}) GROUP BY ${keys}, step HAVING isFinite(result))`;
}

/** The ratio of all elements of a key at the working granularity. */
function ratioPoints(request: ElementValues, bind: Bind): string {
  const { working, scale } = request;
  const points = grouped({
    apart: requestColumn(request),
    key: keySql(request, bind),
    at: startOfStep[working]('at'),
    values: [ratioSql(scale, bind)],
    from: rowsOf(rollupTable('measures', working, request), request, bind),
  });
  return `SELECT ${requestColumn(request)}id AS key, step AS at, result_0 AS value FROM (${points})`;
}

/** Results of a pass: values of steps, or what is kept of each step to put the value of a period together. */
export interface AskedResults {
  readonly aggregates: readonly Aggregate[];
  readonly isPartial?: boolean | undefined;
}

/** How parts are put together that a way keeps; undefined for percentiles. */
export function foldOf(way: ValueWay, { aggregation }: Aggregate, scale: number): PartialFold | undefined {
  if (way === 'ratio')
    return summed(2, ([numerator = Number.NaN, denominator = 0]) => scale * (numerator / denominator));
  return isPartial(aggregation) ? partialFolds[aggregation] : undefined;
}

const pointsSql = ({ aggregates, isPartial: isKept = false }: AskedResults, bind: Bind): readonly string[] =>
  aggregates.flatMap((aggregate) =>
    isKept && isPartial(aggregate.aggregation)
      ? partialColumns[aggregate.aggregation]('value', plainCall)
      : pointAggregate(aggregate, bind),
  );

function ofPoints(request: ElementValues, asked: AskedResults, bind: Bind): string {
  const isBefore = request.strategy === 'before any aggregation';
  return grouped({
    apart: requestColumn(request),
    key: isBefore ? keySql(request, bind) : 'key',
    at: stepSql(request, bind),
    values: pointsSql(asked, bind),
    from: isBefore ? elementPoints(request, bind) : ratioPoints(request, bind),
  });
}

/** What is selected of the rows of a table. */
function resultsSql(
  { scale }: ElementValues,
  { way, aggregates, isPartial: isKept = false }: AskedResults & { readonly way: ValueWay },
  bind: Bind,
): readonly string[] {
  if (way === 'values') return pointsSql({ aggregates, isPartial: isKept }, bind);
  if (way === 'ratio')
    return aggregates.flatMap(() =>
      isKept ? ['sum(numerator)', 'sum(denominator)'] : [ratioSql(scale, bind)],
    );
  return aggregates.flatMap(({ aggregation, level }) => {
    if (!isPartial(aggregation)) return [quantileSql(level)];
    return isKept ? partialOfRollup[aggregation] : [ofRollup[aggregation]];
  });
}

/** Columns `id`, `step`, `result_0` and so on, for aggregations that come about in one way. */
export function elementValuesSql(
  request: ElementValues,
  asked: AskedResults & { readonly way: ValueWay },
  bind: Bind,
): string {
  const { way } = asked;
  if (way === 'points') return ofPoints(request, asked, bind);
  const { working, display } = request;
  const table =
    way === 'values' ? 'measures' : rollupTable('measures', working === '5m' ? display : working, request);
  return grouped({
    apart: requestColumn(request),
    key: keySql(request, bind),
    at: stepSql(request, bind),
    values: resultsSql(request, asked, bind),
    from: rowsOf(table, request, bind),
  });
}

/** Limits of every query for values. */
export const valuesSettings = {
  max_execution_time: 30,
  max_result_rows: '500000',
  max_memory_usage: '2000000000',
} as const;

/** Query of a series: `id`, start of the step in seconds, value, ordered by id and time. */
export const kpiSeries = (request: ElementSeries) => {
  const { params, bind } = new Bindings();
  bind('zone', 'String', request.timeZone);
  const values = elementValuesSql(request, { way: valueWayOf(request), aggregates: [request] }, bind);
  return {
    sql: `SELECT id, toUnixTimestamp(step) AS at, result_0 AS value FROM (${values}) ORDER BY id, at`,
    params,
    settings: valuesSettings,
  };
};

export interface SeriesRow {
  readonly id: number;
  readonly at: number;
  readonly value: number;
}
