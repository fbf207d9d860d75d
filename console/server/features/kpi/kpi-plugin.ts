import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Kpi, Scope } from '#schemas/kpi/kpi.ts';
import { scopes } from '#schemas/kpi/kpi.ts';
import { flowKpiSeries } from '#schemas/kpi/flow-series-sql.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import { computedOf, kpiKeys, kpis } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { readKpiSeries, readKpis } from '#schemas/kpi/series.ts';
import type { Breakdown, KpiDescription, Series, SeriesQuery } from '#schemas/kpi/series.ts';
import { kpiSeries } from '#schemas/kpi/series-sql.ts';
import type { SeriesRequest, SeriesRow } from '#schemas/kpi/series-sql.ts';
import { mayDisplay } from '#schemas/time/granularity.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { serve } from '../../kernel/route/serve.ts';
import { seriesRequest } from './series-request.ts';

function describe(key: KpiKey): KpiDescription {
  const kpi: Kpi = kpis[key];
  const { en, fr, unit, element, aggregation } = kpi;
  const common = { key, en, fr, unit, element, aggregation };
  if ('of' in kpi) return { ...common, strategy: null, of: kpi.of, formulas: [] };
  const formulas = scopes.flatMap((scope: Scope) => {
    const formula = kpi.formulas[scope];
    return formula === undefined ? [] : [{ scope, formula }];
  });
  return { ...common, strategy: kpi.strategy, of: null, formulas };
}

const seriesOf = (rows: readonly SeriesRow[], by: Breakdown): Series['series'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id: by === 'none' ? null : id,
    points: own.map(({ at, value }) => [at, value]),
  }));

/** What is asked of measures, or of flows: neither has what the other one can be asked for. */
function queryOf(key: KpiKey, request: SeriesRequest, { by, elements, applications }: SeriesQuery) {
  const flows = kpis[key].element === 'application' ? formulaOf(computedOf(key), 'flow') : undefined;
  if (flows !== undefined && by !== 'element' && elements === undefined)
    return flowKpiSeries({ ...request, by, applications }, flows);
  if (flows === undefined && by !== 'application' && applications === undefined)
    return kpiSeries({ ...request, by, elements });
  throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: key } });
}

/** The KPI library, and values of its KPIs over time. */
export function kpiPlugin(app: FastifyInstance, { clickhouse }: { readonly clickhouse: ClickHouse }): void {
  serve(app, readKpis, () => ({ kpis: kpiKeys.map(describe) }));

  serve(app, readKpiSeries, async ({ caller, params: { customerId, key }, query }) => {
    if (!mayDisplay(query.working, query.display)) throw new ProblemError('DISPLAY_GRANULARITY_TOO_FINE');
    const sites = withinSites(caller, customerId, query.sites);
    const request = seriesRequest(customerId, key, { ...query, sites });
    const { sql, params, settings } = queryOf(key, request, query);
    const rows = await withinLimits(clickhouse.query<SeriesRow>(sql, params, settings));
    return {
      kpi: key,
      unit: kpis[key].unit,
      aggregation: request.aggregation,
      series: seriesOf(rows, query.by),
    };
  });
}
