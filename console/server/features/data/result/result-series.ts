import type { ResultSeries } from '#schemas/data/data-result-size.ts';
import { isSingle } from '../sql/value-way.ts';
import { granularities, type Granularity } from '#schemas/time/granularity.ts';
import { keyedSeries, seriesWorking } from '../plan/data-plan.ts';
import { isOfAccesses } from '../plan/keyed-elements.ts';
import type { PlanInput, PlannedSeries } from '../plan/plan-scope.ts';

/** A series of a result with what its values mean: the aggregations in force, and the points that they aggregate. */
export function resultSeries(input: PlanInput, series: PlannedSeries): ResultSeries {
  const { of, aggregation, percentile, over, replaced } = series;
  const keyed = keyedSeries(input, series);
  const isAggregated = keyed !== undefined && !isSingle(keyed);
  return {
    kpi: of.key,
    unit: of.unit,
    kind: of.computed.kind,
    aggregation,
    ...(aggregation === 'percentile' && { percentile }),
    over: isAggregated ? over : null,
    ...seriesWorking(input, series, keyed),
    ...(isOfAccesses(input, of) && keyed?.elements !== undefined && { accesses: keyed.elements.length }),
    ...(replaced.length > 0 && { replaced: [...replaced] }),
  };
}

/** The finest granularity at which a series of a result is read. */
export const finestWorking = (series: readonly ResultSeries[]): Granularity =>
  granularities.find((one) => series.some(({ working }) => working === one)) ?? '5m';
