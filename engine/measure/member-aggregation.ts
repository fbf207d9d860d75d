import type { Aggregation, ComputedKpi } from '#schemas/kpi/kpi.ts';

/** How the measures of members are aggregated: by numerator and denominator, or by value. */
export type MemberAggregation = 'parts' | 'minimum' | 'maximum' | 'sum' | 'average';

/** Members of one window have no order, so first and last become the average. */
const ways: Partial<Record<Aggregation, MemberAggregation>> = {
  minimum: 'minimum',
  'minimum date': 'minimum',
  maximum: 'maximum',
  'maximum date': 'maximum',
  sum: 'sum',
};

/** A ratio adds the parts of its members; a KPI computed before any aggregation aggregates values. */
export const memberAggregationOf = ({
  strategy,
  aggregation,
}: Pick<ComputedKpi, 'strategy' | 'aggregation'>): MemberAggregation =>
  strategy === 'before any aggregation' ? (ways[aggregation] ?? 'average') : 'parts';
