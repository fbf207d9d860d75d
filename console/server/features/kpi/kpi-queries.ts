import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { finestFlowsRead, flowKpiSeries } from '#schemas/kpi/flow-series-sql.ts';
import type { Breakdown, Series, SeriesQuery } from '#schemas/kpi/series.ts';
import { granularitiesOf } from '#schemas/kpi/series-granularity.ts';
import { finestRead, hasQuantiles, kpiSeries } from '#schemas/kpi/series-sql.ts';
import type { SeriesRequest, SeriesRow } from '#schemas/kpi/series-sql.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { cutsHours } from '#schemas/time/zoned-steps.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { scaleOf } from './queryable-kpi.ts';
import type { QueryableKpi } from './queryable-kpi.ts';

const PERCENT = 100;

/** A series that a user asks for, limited to the sites that they may see. */
export type ScopedSeriesQuery = Omit<SeriesQuery, 'sites' | 'timeZone'> & {
  readonly timeZone: string;
  readonly customer: number;
  readonly sites: readonly number[] | undefined;
};

/** The query of a user in terms of the measures of a KPI. */
function seriesRequest(kpi: QueryableKpi, query: ScopedSeriesQuery, retention: KeptValues): SeriesRequest {
  const { strategy, aggregation, id } = kpi.computed;
  const { customer, from, to, timeZone, sites } = query;
  const { working, display } = granularitiesOf(query);
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
    isFromMinutes: isFromMinutes(query, retention),
    sites,
  };
}

/** What is kept, and since when. */
export interface KeptValues {
  readonly days: RetentionDays;
  readonly nowMs: number;
}

/** The day of the start is kept as a whole, and values are removed some time after they expired. */
const SLACK_MS = HOUR_MS;

/** Whether a table reaches back to a start. */
export const isKept = (from: number, finest: keyof RetentionDays, { days, nowMs }: KeptValues): boolean =>
  from * SECOND_MS >= nowMs - days[finest] * DAY_MS - SLACK_MS;

/** Whether steps are put together from values of 5 minutes: those of zones that cut hours in two, as long as these are kept. */
export const isFromMinutes = (
  { from, to, timeZone }: { readonly from: number; readonly to: number; readonly timeZone: string },
  retention: KeptValues,
): boolean => isKept(from, '5m', retention) && cutsHours({ from, to }, timeZone);

/** Throws SERIES_NOT_KEPT if the table that the series reads does not reach back to its start. */
export function checkKept(from: number, finest: keyof RetentionDays, retention: KeptValues): void {
  if (!isKept(from, finest, retention))
    throw new ProblemError('SERIES_NOT_KEPT', { params: { days: retention.days[finest] } });
}

/**
 * SQL over flows for KPIs of applications, over measures for all others, and for the measures of applications, areas,
 * clusters and conversations as elements. Throws KPI_INCOMPATIBLE for what these do not hold, SERIES_NOT_KEPT.
 */
function seriesSql(
  kpi: QueryableKpi,
  request: SeriesRequest,
  { query, retention }: { readonly query: ScopedSeriesQuery; readonly retention: KeptValues },
) {
  const { by, elements, applications } = query;
  const flows = kpi.computed.element === 'application' ? kpi.formula('flow') : undefined;
  if (flows !== undefined && by !== 'element' && elements === undefined) {
    checkKept(request.from, finestFlowsRead(request), retention);
    return flowKpiSeries({ ...request, by, applications }, flows);
  }
  if (by !== 'application' && applications === undefined) {
    // Exact from the values as long as these are kept.
    const fromQuantiles = hasQuantiles(request) && !isKept(request.from, '5m', retention);
    // One by one, areas are elements; together they count their members once more.
    const withoutAreas = by !== 'element' && elements === undefined && request.sites === undefined;
    const series = { ...request, by, elements, fromQuantiles, withoutAreas };
    checkKept(request.from, finestRead(series), retention);
    return kpiSeries(series);
  }
  throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: kpi.key } });
}

const groupedSeries = (rows: readonly SeriesRow[], by: Breakdown): Series['series'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, points]) => ({
    id: by === 'none' ? null : id,
    points: points.map(({ at, value }) => [at, value]),
  }));

/** The values of a KPI over time. Throws KPI_INCOMPATIBLE, SERIES_NOT_KEPT, TOO_MUCH_DATA. */
export async function readSeries(
  clickhouse: Pick<ClickHouse, 'query'>,
  kpi: QueryableKpi,
  asked: { readonly query: ScopedSeriesQuery; readonly retention: KeptValues },
): Promise<Series> {
  const { query } = asked;
  const request = seriesRequest(kpi, query, asked.retention);
  const { sql, params, settings } = seriesSql(kpi, request, asked);
  const rows = await withinLimits(clickhouse.query<SeriesRow>(sql, params, settings));
  return {
    kpi: kpi.key,
    unit: kpi.unit,
    aggregation: request.aggregation,
    series: groupedSeries(rows, query.by),
  };
}
