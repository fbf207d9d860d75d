import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { flowKpiSeries } from '#schemas/kpi/flow-series-sql.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { kpiKeys } from '#schemas/kpi/library.ts';
import { readKpiSeries, readKpis } from '#schemas/kpi/series.ts';
import type { Breakdown, Series, SeriesQuery } from '#schemas/kpi/series.ts';
import { kpiSeries } from '#schemas/kpi/series-sql.ts';
import type { SeriesRequest, SeriesRow } from '#schemas/kpi/series-sql.ts';
import { mayDisplay } from '#schemas/time/granularity.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { serve } from '../../kernel/route/serve.ts';
import { KpiRepository } from './kpi-repository.ts';
import { knownKpi } from './known-kpi.ts';
import type { KnownKpi } from './known-kpi.ts';
import { describeDefined, describeLibrary } from './listed-kpi.ts';
import { seriesRequest } from './series-request.ts';

const seriesOf = (rows: readonly SeriesRow[], by: Breakdown): Series['series'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id: by === 'none' ? null : id,
    points: own.map(({ at, value }) => [at, value]),
  }));

/** What is asked of measures, or of flows: neither has what the other one can be asked for. */
function queryOf(kpi: KnownKpi, request: SeriesRequest, { by, elements, applications }: SeriesQuery) {
  const flows = kpi.computed.element === 'application' ? kpi.formula('flow') : undefined;
  if (flows !== undefined && by !== 'element' && elements === undefined)
    return flowKpiSeries({ ...request, by, applications }, flows);
  if (flows === undefined && by !== 'application' && applications === undefined)
    return kpiSeries({ ...request, by, elements });
  throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: kpi.key } });
}

export interface KpiNeeds {
  readonly clickhouse: ClickHouse;
  readonly db: Db;
}

/** The KPIs that there are, and values of them over time. */
export function kpiPlugin(app: FastifyInstance, { clickhouse, db }: KpiNeeds): void {
  const defined = new KpiRepository(db);
  serve(app, readKpis, async () => ({
    kpis: [...kpiKeys.map(describeLibrary), ...(await defined.list()).map(describeDefined)],
  }));

  serve(app, readKpiSeries, async ({ caller, params: { customerId, key }, query }) => {
    if (!mayDisplay(query.working, query.display)) throw new ProblemError('DISPLAY_GRANULARITY_TOO_FINE');
    const kpi = await knownKpi({ kpis: defined, db }, key);
    if (kpi === undefined) throw new ProblemError('NOT_FOUND');
    const sites = withinSites(caller, customerId, query.sites);
    const request = seriesRequest(customerId, kpi, { ...query, sites });
    const { sql, params, settings } = queryOf(kpi, request, query);
    const rows = await withinLimits(clickhouse.query<SeriesRow>(sql, params, settings));
    return {
      kpi: key,
      unit: kpi.unit,
      aggregation: request.aggregation,
      series: seriesOf(rows, query.by),
    };
  });
}
