import { overOf } from '#schemas/kpi/algebra/kind-rules.ts';
import type { ComputedKpi } from '#schemas/kpi/kpi.ts';
import { sharesTime } from '#schemas/kpi/algebra/shared-time.ts';

/**
 * How the measures of the members of an area are aggregated. `parts`: numerators and denominators add up. `rate`: numerators add up, and
 * the time counts once. The others aggregate values.
 */
export type MemberAggregation = 'parts' | 'rate' | 'minimum' | 'maximum' | 'sum' | 'average';

/** Returns the aggregation over elements of a KPI, in the phase that its strategy says. */
export function memberAggregationOf(
  kpi: Pick<ComputedKpi, 'strategy' | 'kind'> & { readonly over?: ComputedKpi['over'] },
): MemberAggregation {
  const { strategy, kind } = kpi;
  const over = overOf(kpi);
  if (sharesTime({ kind, over, strategy })) return 'rate';
  if (over === 'sum' || over === 'maximum' || over === 'minimum') return over;
  return strategy === 'before any aggregation' ? 'average' : 'parts';
}

/** Whether the numerators and denominators of members are aggregated, not their values. */
export const hasParts = (aggregation: MemberAggregation): boolean =>
  aggregation === 'parts' || aggregation === 'rate';
