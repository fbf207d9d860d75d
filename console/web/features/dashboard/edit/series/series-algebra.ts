import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { undefinedAggregations } from '#schemas/data/compatibility.ts';
import { selectableAggregations, type DataSeries } from '#schemas/data/data-request.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { hasAggregation, kindRules } from '#schemas/kpi/algebra/kind-rules.ts';

type Kinded = Pick<KpiFacts, 'kind'>;

/** Aggregations over time that a KPI has, after its default; last a stated one that it does not have. Without facts: all. */
export function offeredAggregations(
  facts: Kinded | undefined,
  stated: DataSeries['aggregation'],
): readonly DataSeries['aggregation'][] {
  const offered = selectableAggregations.filter(
    (one) => one === 'default' || facts === undefined || hasAggregation(facts.kind, one),
  );
  return offered.includes(stated) ? offered : [...offered, stated];
}

/** Aggregations over elements that a KPI has, after its default; last a stated one that it does not have. */
export function offeredOvers({ kind }: Kinded, stated: DataSeries['over']): readonly DataSeries['over'][] {
  const offered: readonly DataSeries['over'][] = ['default', ...kindRules[kind].over];
  return offered.includes(stated) ? offered : [...offered, stated];
}

/** A series of another KPI: aggregations that its kind does not have become those of the KPI. */
export function ofKpi<Series extends DashletSeries>(
  series: Series,
  key: string,
  facts: Kinded | undefined,
): Series {
  const reset = facts === undefined ? [] : undefinedAggregations(facts, series);
  return { ...series, kpi: key, ...Object.fromEntries(reset.map(({ setting }) => [setting, 'default'])) };
}
