import type { Granularity } from '#schemas/time/granularity.ts';
import { requestColumn } from './batched-request.ts';
import type { Bind } from '#schemas/kpi/bindings.ts';
import type { ElementValues } from './element-values.ts';
import { keySql, ofRollup, plainCall, ratioSql, rowsOf } from './measure-rows.ts';
import { pointAggregates, startOfStep } from './series-steps.ts';
import { rollupTable } from '#server/shared/rollup/rollup-table.ts';
import { sharesTime } from '#schemas/kpi/algebra/shared-time.ts';
import { isSingle } from './value-way.ts';

/** `sharedTime` as SQL over rows of one window with the columns `denominator` and `length`. */
const SHARED_TIME = 'least(max(denominator), greatest(min(denominator), toFloat64(any(length))))';

/** Seconds of the longest step of a granularity. */
const longest: Readonly<Record<Granularity, number>> = {
  '5m': 300,
  '1h': 3_600,
  '1d': 90_000,
  '1w': 608_400,
  '1mo': 2_682_000,
};

/** The value of one element at a step coarser than its windows, with its parts. */
function elementSteps(request: ElementValues, granularity: Granularity, bind: Bind): string {
  const { own, strategy, scale } = request;
  const table = rollupTable('measures', granularity, request);
  const aggregation = own === 'percentile' ? 'average' : own;
  const ofWindows =
    table === 'measures' ? pointAggregates[aggregation]('value', plainCall) : ofRollup[aggregation];
  const value = strategy === 'before any aggregation' ? ofWindows : ratioSql(scale, bind);
  // The points of an element that moves within a step are apart only where sites are.
  const keys = `${requestColumn(request)}${keySql(request, bind)} AS key, element`;
  const group = `${requestColumn(request)}key, element, step`;
  const parts = 'sum(numerator) AS numerator_of, sum(denominator) AS denominator_of';
  return `SELECT ${requestColumn(request)}key, step AS at, result AS value, numerator_of AS numerator, denominator_of AS denominator, ${String(longest[granularity])} AS length FROM (SELECT ${keys}, ${startOfStep[granularity]('at')} AS step, ${value} AS result, ${parts} FROM (${rowsOf(table, request, bind)}) GROUP BY ${group} HAVING isFinite(result))`;
}

/** Rows with one value per key, element and point: windows, or steps of the working granularity. */
function elementPoints(request: ElementValues, bind: Bind): string {
  const { working } = request;
  if (working !== '5m') return elementSteps(request, working, bind);
  const columns = `${requestColumn(request)}${keySql(request, bind)} AS key, at, length, value, numerator, denominator`;
  return `SELECT ${columns} FROM (${rowsOf('measures', request, bind)})`;
}

/** SQL of the value of all elements of a key at a point. */
function overElements(request: ElementValues, bind: Bind): string {
  const { over, strategy, scale } = request;
  if (sharesTime(request)) return `${bind('scale', 'Float64', scale)} * (sum(numerator) / ${SHARED_TIME})`;
  if (over === 'maximum' || over === 'minimum') return `${over === 'maximum' ? 'max' : 'min'}(value)`;
  if (over === 'sum') return 'sum(value)';
  return strategy === 'before any aggregation' ? 'avg(value)' : ratioSql(scale, bind);
}

/** SQL of the denominator of all elements of a key at a point: the time of a rate counts once. */
const denominatorSql = (request: ElementValues): string =>
  sharesTime(request) ? SHARED_TIME : 'sum(denominator)';

/** Points of keys: `key`, `at`, `value`, `numerator`, `denominator`. Elements come before time. */
export function keyPoints(request: ElementValues, bind: Bind): string {
  const from = elementPoints(request, bind);
  if (isSingle(request)) return from;
  const apart = requestColumn(request);
  const parts = `sum(numerator) AS numerator_of, ${denominatorSql(request)} AS denominator_of`;
  return `SELECT ${apart}key, point AS at, result AS value, numerator_of AS numerator, denominator_of AS denominator FROM (SELECT ${apart}key, at AS point, ${overElements(request, bind)} AS result, ${parts} FROM (${from}) GROUP BY ${apart}key, point HAVING isFinite(result))`;
}
