import { hasAggregation, hasOver } from '#schemas/kpi/algebra/kind-rules.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import type { DataSeries } from '#schemas/data/data-request.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { PlannedSeries } from './plan-scope.ts';
import type { QueryableKpi } from './queryable-kpi.ts';

interface Aggregated {
  readonly aggregation: Aggregation;
  readonly over: Over | 'default';
}

/** Throws AGGREGATION_UNDEFINED for aggregations over time or elements that the kind of the KPI does not have. */
export function checkAlgebra(
  { key, computed: { kind } }: QueryableKpi,
  { aggregation, over }: Aggregated,
): void {
  if (!hasAggregation(kind, aggregation))
    throw new ProblemError('AGGREGATION_UNDEFINED', { params: { kpi: key, aggregation } });
  if (over !== 'default' && !hasOver(kind, over))
    throw new ProblemError('AGGREGATION_UNDEFINED', { params: { kpi: key, aggregation: over } });
}

const isUndefined = ({ computed: { kind } }: QueryableKpi, aggregation: Aggregation): boolean =>
  !hasAggregation(kind, aggregation);

/**
 * A series with the aggregations in force. Those of a stored document that the kind of the KPI does not have are replaced by its own; in any
 * other request they are AGGREGATION_UNDEFINED.
 */
export function plannedSeries(of: QueryableKpi, series: DataSeries, isStored: boolean): PlannedSeries {
  const aggregation = series.aggregation === 'default' ? of.aggregation : series.aggregation;
  if (!isStored) checkAlgebra(of, { aggregation, over: series.over });
  const isTimeReplaced = isUndefined(of, aggregation);
  const isOverReplaced = series.over !== 'default' && !hasOver(of.computed.kind, series.over);
  return {
    of,
    percentile: series.percentile,
    aggregation: isTimeReplaced ? of.aggregation : aggregation,
    over: series.over === 'default' || isOverReplaced ? of.over : series.over,
    replaced: [...(isTimeReplaced ? [aggregation] : []), ...(isOverReplaced ? [series.over] : [])],
  };
}

/** Whether values are those of WAN accesses: of KPIs that show nothing else, and of places in KPIs that are about their accesses. */
export const showsAccesses = (
  { onlyAccesses, computed: { isOfAccesses = false } }: QueryableKpi,
  { isOwnList, isOfElements }: { readonly isOwnList: boolean; readonly isOfElements: boolean },
): boolean => onlyAccesses || (isOfAccesses && !isOwnList && !isOfElements);

/** The WAN accesses in a list of elements; undefined: all. */
export function accessesAmong(
  accesses: readonly number[],
  elements: readonly number[] | undefined,
): readonly number[] {
  if (elements === undefined) return accesses;
  const listed = new Set(elements);
  return accesses.filter((id) => listed.has(id));
}
