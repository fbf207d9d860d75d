import type { SeriesQuery } from '#schemas/kpi/series.ts';
import type { SeriesRequest } from '#schemas/kpi/series-sql.ts';
import { scaleOf } from './known-kpi.ts';
import type { KnownKpi } from './known-kpi.ts';

const PERCENT = 100;

/** The query of a user as one of the measures of the KPI behind it. */
export function seriesRequest(
  customer: number,
  kpi: KnownKpi,
  query: Omit<SeriesQuery, 'sites'> & { readonly sites: readonly number[] | undefined },
): SeriesRequest {
  const { strategy, aggregation, id } = kpi.computed;
  const { from, to, working, display, timeZone, sites } = query;
  return {
    customer,
    kpi: id,
    scale: scaleOf(kpi),
    strategy,
    own: aggregation,
    aggregation: query.aggregation ?? kpi.aggregation,
    level: query.percentile / PERCENT,
    from,
    to,
    working,
    display,
    timeZone,
    sites,
  };
}
