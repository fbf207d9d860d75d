import type { Granularity } from '../time/granularity.ts';
import type { Aggregation, Strategy } from './kpi.ts';
import type { RetentionDays } from '../limit/retention.ts';
import { pointAggregates, rollupTable, startOfStep, tableGranularity } from './series-steps.ts';

/** A query for values of one KPI of one customer. */
export interface SeriesRequest {
  readonly customer: number;
  /** Id of the KPI whose measures are read. */
  readonly kpi: number;
  /** value = scale · numerator / denominator. */
  readonly scale: number;
  readonly strategy: Strategy;
  /** Aggregation of windows to points, and of points to the result. */
  readonly own: Aggregation;
  readonly aggregation: Aggregation;
  /** From 0 to 1. */
  readonly level: number;
  readonly from: number;
  readonly to: number;
  readonly working: Granularity;
  readonly display: Granularity;
  readonly timeZone: string;
  /** Undefined: all; empty: none. */
  readonly sites: readonly number[] | undefined;
}

/** A KPI measured on elements. */
export interface ElementSeries extends SeriesRequest {
  readonly by: 'none' | 'site' | 'element';
  readonly elements: readonly number[] | undefined;
  /** Whether a percentile of hours or days is read from their stored quantiles, which are kept longer than the values. */
  readonly fromQuantiles?: boolean;
}

/** Levels whose quantiles hours and days store. */
const storedLevels: readonly number[] = [0.5, 0.9, 0.95, 0.99];

/** Whether a percentile can be read from the stored quantiles of hours and days. */
export const hasQuantiles = ({ strategy, aggregation, working, display, level }: SeriesRequest): boolean =>
  strategy === 'before any aggregation' &&
  aggregation === 'percentile' &&
  working === '5m' &&
  display !== '5m' &&
  storedLevels.includes(level);

/** The granularity of the table that a request reads. */
export function finestRead(request: Omit<ElementSeries, 'by' | 'elements'>): keyof RetentionDays {
  const { strategy, aggregation, working, display, timeZone, fromQuantiles = false } = request;
  const isOneStep =
    strategy === 'before any aggregation'
      ? aggregation !== 'percentile' || fromQuantiles
      : strategy === 'after spatial and temporal' && aggregation === 'average';
  return tableGranularity(working === '5m' && isOneStep ? display : working, timeZone);
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

const quantileSql = (level: number): string =>
  `quantilesMerge(${storedLevels.join(', ')})(quantiles)[${String(storedLevels.indexOf(level) + 1)}]`;

const RATIO = '{scale:Float64} * (sum(numerator) / sum(denominator))';
const KEY = { none: '0', site: 'site', element: 'element' } as const;

const where = ({ sites, elements }: ElementSeries): string =>
  [
    'customer = {customer:UInt32}',
    'kpi = {kpi:UInt16}',
    "at >= toDateTime({from:UInt32}, 'UTC')",
    "at < toDateTime({to:UInt32}, 'UTC')",
    ...(sites === undefined ? [] : ['site IN {sites:Array(UInt32)}']),
    ...(elements === undefined ? [] : ['element IN {elements:Array(UInt32)}']),
  ].join(' AND ');

/** Rows of a table with uniform column names; rollup rows of one hour or day are merged. */
const rowsOf = (table: string, request: ElementSeries): string =>
  table === 'measures'
    ? `SELECT site, element, at, value, numerator, denominator FROM measures WHERE ${where(request)}`
    : `SELECT * FROM ${table} FINAL WHERE ${where(request)}`;

interface Step {
  readonly key: string;
  readonly at: string;
  readonly value: string;
  readonly from: string;
}

const grouped = ({ key, at, value, from }: Step): string =>
  `SELECT ${key} AS id, ${at} AS step, ${value} AS result FROM (${from}) GROUP BY id, step HAVING isFinite(result)`;

/** One value per step directly from the rows. */
function direct(request: ElementSeries, table: string, value: string): string {
  const step = { key: KEY[request.by], at: startOfStep[request.display]('at'), value };
  return grouped({ ...step, from: rowsOf(table, request) });
}

/** Points at the working granularity, then the requested aggregation. */
function ofWorkingPoints(request: ElementSeries, key: string, value: string): string {
  const table = rollupTable('measures', request.working, request.timeZone);
  const points = grouped({
    key,
    at: startOfStep[request.working]('at'),
    value,
    from: rowsOf(table, request),
  });
  const own = request.by === 'none' ? '0' : 'key';
  return grouped({
    key: own,
    at: startOfStep[request.display]('at'),
    value: pointAggregates[request.aggregation],
    from: `SELECT id AS key, step AS at, result AS value FROM (${points})`,
  });
}

/** Before any aggregation: from the values of each element. */
function ofValues(request: ElementSeries): string {
  const { aggregation, working, display, timeZone, own } = request;
  const rolled = rollupTable('measures', display, timeZone);
  if (working === '5m' && rolled !== 'measures') {
    if (aggregation !== 'percentile') return direct(request, rolled, ofRollup[aggregation]);
    if (request.fromQuantiles === true) return direct(request, rolled, quantileSql(request.level));
  }
  if (working === '5m') return direct(request, 'measures', pointAggregates[aggregation]);
  const point = own === 'percentile' ? ofRollup.average : ofRollup[own];
  const element = request.by === 'site' ? '(site, element)' : 'element';
  const points = grouped({
    key: element,
    at: startOfStep[working]('at'),
    value: point,
    from: rowsOf(rollupTable('measures', working, timeZone), request),
  });
  const key = { none: '0', site: 'key.1', element: 'key' }[request.by];
  return grouped({
    key,
    at: startOfStep[display]('at'),
    value: pointAggregates[aggregation],
    from: `SELECT id AS key, step AS at, result AS value FROM (${points})`,
  });
}

function seriesOf(request: ElementSeries): string {
  const { strategy, aggregation, display, timeZone, working } = request;
  if (strategy === 'before any aggregation') return ofValues(request);
  // After both aggregations, the mean is one ratio; other aggregations apply to the points in time.
  if (strategy === 'after spatial and temporal' && aggregation === 'average')
    return direct(
      request,
      working === '5m'
        ? rollupTable('measures', display, timeZone)
        : rollupTable('measures', working, timeZone),
      RATIO,
    );
  return ofWorkingPoints(request, KEY[request.by], RATIO);
}

/** Query of a series: `id`, start of the step in seconds, value, ordered by id and time. */
export const kpiSeries = (request: ElementSeries) => {
  const { customer, kpi, scale, level, from, to, timeZone, sites, elements } = request;
  return {
    sql: `SELECT id, toUnixTimestamp(step) AS at, result AS value FROM (${seriesOf(request)}) ORDER BY id, at`,
    params: {
      customer,
      kpi,
      scale,
      level,
      from,
      to,
      zone: timeZone,
      sites: sites ?? [],
      elements: elements ?? [],
    },
    settings: { max_execution_time: 30, max_result_rows: '500000', max_memory_usage: '2000000000' },
  };
};

export interface SeriesRow {
  readonly id: number;
  readonly at: number;
  readonly value: number;
}
