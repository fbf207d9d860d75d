import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { flowKpiSeries } from '#schemas/kpi/flow-series-sql.ts';
import type { Breakdown, Series, SeriesQuery } from '#schemas/kpi/series.ts';
import { kpiSeries } from '#schemas/kpi/series-sql.ts';
import type { SeriesRequest, SeriesRow } from '#schemas/kpi/series-sql.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { scaleOf } from './queryable-kpi.ts';
import type { QueryableKpi } from './queryable-kpi.ts';

const PERCENT = 100;

/** A series that a user asks for, limited to the sites that they may see. */
export type ScopedSeriesQuery = Omit<SeriesQuery, 'sites'> & {
  readonly customer: number;
  readonly sites: readonly number[] | undefined;
};

/** The query of a user in terms of the measures of a KPI. */
function seriesRequest(kpi: QueryableKpi, query: ScopedSeriesQuery): SeriesRequest {
  const { strategy, aggregation, id } = kpi.computed;
  const { customer, from, to, working, display, timeZone, sites } = query;
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

/** SQL over flows for KPIs of applications, over measures for all others. Throws KPI_INCOMPATIBLE for what these do not hold. */
function seriesSql(
  kpi: QueryableKpi,
  request: SeriesRequest,
  { by, elements, applications }: ScopedSeriesQuery,
) {
  const flows = kpi.computed.element === 'application' ? kpi.formula('flow') : undefined;
  if (flows !== undefined && by !== 'element' && elements === undefined)
    return flowKpiSeries({ ...request, by, applications }, flows);
  if (flows === undefined && by !== 'application' && applications === undefined)
    return kpiSeries({ ...request, by, elements });
  throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: kpi.key } });
}

const groupedSeries = (rows: readonly SeriesRow[], by: Breakdown): Series['series'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, points]) => ({
    id: by === 'none' ? null : id,
    points: points.map(({ at, value }) => [at, value]),
  }));

/** The values of a KPI over time. Throws KPI_INCOMPATIBLE, TOO_MUCH_DATA. */
export async function readSeries(
  clickhouse: Pick<ClickHouse, 'query'>,
  kpi: QueryableKpi,
  query: ScopedSeriesQuery,
): Promise<Series> {
  const request = seriesRequest(kpi, query);
  const { sql, params, settings } = seriesSql(kpi, request, query);
  const rows = await withinLimits(clickhouse.query<SeriesRow>(sql, params, settings));
  return {
    kpi: kpi.key,
    unit: kpi.unit,
    aggregation: request.aggregation,
    series: groupedSeries(rows, query.by),
  };
}
