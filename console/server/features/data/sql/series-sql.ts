import { requestColumn } from './batched-request.ts';
import { Bindings, type Bind } from '#schemas/kpi/bindings.ts';
import type { ElementSeries, ElementValues, KpiValues } from './element-values.ts';
import { keyPoints } from './key-points.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import { keySql, ofRollup, plainCall, ratioSql, rowsOf } from './measure-rows.ts';
import {
  isPartial,
  partialColumns,
  partialFolds,
  summed,
  type PartialAggregation,
  type PartialFold,
} from './partial-values.ts';
import { pointAggregate, stepSql, type Aggregate } from './series-steps.ts';
import { rollupTable, tableGranularity } from '#server/shared/rollup/rollup-table.ts';
import { valueWayOf, type ValueWay } from './value-way.ts';
import { sharesTime } from '#schemas/kpi/algebra/shared-time.ts';

/** What is retained of the aggregates of a part, see `partialFolds`. */
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

/** The state is the same for every level: a sample of the values. */
const quantileSql = (level: number): string => `quantileMerge(${String(level)})(quantiles)`;

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

/** Results of a pass: values of steps, or what is retained of each step to put the value of a period together. */
export interface ResultsRequest {
  readonly aggregates: readonly Aggregate[];
  readonly isPartial?: boolean | undefined;
}

/** Whether the average over time of points is the ratio of their sums. */
const isAveragedByParts = (
  values: Pick<KpiValues, 'strategy' | 'over' | 'kind'>,
  aggregation: Aggregation,
): boolean =>
  values.strategy === 'after spatial and temporal' &&
  aggregation === 'average' &&
  (values.over === 'weighted' || values.over === 'average' || sharesTime(values));

/** How parts that are stored in one way are merged; undefined for percentiles. */
export function foldOf(
  way: ValueWay,
  { aggregation }: Aggregate,
  values: Pick<KpiValues, 'scale' | 'strategy' | 'over' | 'kind'>,
): PartialFold | undefined {
  const isByParts = way === 'points' && isAveragedByParts(values, aggregation);
  if (way === 'ratio' || way === 'rate' || isByParts)
    return summed(2, ([numerator = Number.NaN, denominator = 0]) => values.scale * (numerator / denominator));
  return isPartial(aggregation) ? partialFolds[aggregation] : undefined;
}

const pointsSql = (
  { aggregates, isPartial: returnsParts = false }: ResultsRequest,
  bind: Bind,
): readonly string[] =>
  aggregates.flatMap((aggregate) =>
    returnsParts && isPartial(aggregate.aggregation)
      ? partialColumns[aggregate.aggregation]('value', plainCall)
      : pointAggregate(aggregate, bind),
  );

/** SQL of what is selected of points, by parts where the average is the ratio of their sums. */
function ofKeyPoints(request: ElementValues, requested: ResultsRequest, bind: Bind): readonly string[] {
  const { aggregates, isPartial: returnsParts = false } = requested;
  return aggregates.flatMap((aggregate) => {
    if (!isAveragedByParts(request, aggregate.aggregation))
      return pointsSql({ aggregates: [aggregate], isPartial: returnsParts }, bind);
    return returnsParts ? ['sum(numerator)', 'sum(denominator)'] : [ratioSql(request.scale, bind)];
  });
}

const ofPoints = (request: ElementValues, requested: ResultsRequest, bind: Bind): string =>
  grouped({
    apart: requestColumn(request),
    key: 'key',
    at: stepSql(request, bind),
    values: ofKeyPoints(request, requested, bind),
    // Points are steps of the time zone, also where they make up one value.
    from: keyPoints({ ...request, isTotal: false }, bind),
  });

/** Volume by time: the time of the elements of a key counts once at each point. */
function ofRates(request: ElementValues, requested: ResultsRequest, bind: Bind): string {
  const { working, scale } = request;
  const granularity = tableGranularity(working, request);
  // Time counts once in each row: days would count it less often than hours.
  const from = keyPoints({ ...request, working: granularity, isTotal: false }, bind);
  const values = requested.aggregates.flatMap(() =>
    requested.isPartial === true ? ['sum(numerator)', 'sum(denominator)'] : [ratioSql(scale, bind)],
  );
  return grouped({ apart: requestColumn(request), key: 'key', at: stepSql(request, bind), values, from });
}

/** What is selected of the rows of a table. */
function resultsSql(
  { scale }: ElementValues,
  { way, aggregates, isPartial: returnsParts = false }: ResultsRequest & { readonly way: ValueWay },
  bind: Bind,
): readonly string[] {
  if (way === 'values') return pointsSql({ aggregates, isPartial: returnsParts }, bind);
  if (way === 'ratio')
    return aggregates.flatMap(() =>
      returnsParts ? ['sum(numerator)', 'sum(denominator)'] : [ratioSql(scale, bind)],
    );
  return aggregates.flatMap(({ aggregation, level }) => {
    if (!isPartial(aggregation)) return [quantileSql(level)];
    return returnsParts ? partialOfRollup[aggregation] : [ofRollup[aggregation]];
  });
}

/** Columns `id`, `step`, `result_0` and so on, for aggregations that come about in one way. */
export function elementValuesSql(
  request: ElementValues,
  requested: ResultsRequest & { readonly way: ValueWay },
  bind: Bind,
): string {
  const { way } = requested;
  if (way === 'points') return ofPoints(request, requested, bind);
  if (way === 'rate') return ofRates(request, requested, bind);
  const { working, display } = request;
  const table =
    way === 'values' ? 'measures' : rollupTable('measures', working === '5m' ? display : working, request);
  return grouped({
    apart: requestColumn(request),
    key: keySql(request, bind),
    at: stepSql(request, bind),
    values: resultsSql(request, requested, bind),
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
