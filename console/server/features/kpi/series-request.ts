import { formulaOf } from '#schemas/kpi/formulas.ts';
import { scopes } from '#schemas/kpi/kpi.ts';
import type { ComputedKpi, Kpi } from '#schemas/kpi/kpi.ts';
import { computedOf, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { SeriesQuery } from '#schemas/kpi/series.ts';
import type { SeriesRequest } from '#schemas/kpi/series-sql.ts';

const PERCENT = 100;

const computed = (key: KpiKey): ComputedKpi => {
  const kpi: Kpi = kpis[computedOf(key)];
  if ('of' in kpi) throw new Error(`${key} shows ${kpi.of}, which shows another one`);
  return kpi;
};

/** Every scope of a KPI has the same scale: that of its unit. */
const scaleOf = (key: KpiKey): number => {
  const found = scopes.map((scope) => formulaOf(key, scope)).find((parts) => parts !== undefined);
  return found?.scale ?? 1;
};

/** The query of a user as one of the measures of the KPI behind it. */
export function seriesRequest(
  customer: number,
  key: KpiKey,
  query: Omit<SeriesQuery, 'sites'> & { readonly sites: readonly number[] | undefined },
): SeriesRequest {
  const { strategy, aggregation, id } = computed(key);
  const { from, to, working, display, timeZone, sites } = query;
  return {
    customer,
    kpi: id,
    scale: scaleOf(computedOf(key)),
    strategy,
    own: aggregation,
    aggregation: query.aggregation ?? kpis[key].aggregation,
    level: query.percentile / PERCENT,
    from,
    to,
    working,
    display,
    timeZone,
    sites,
  };
}
