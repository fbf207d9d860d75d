import type { FastifyInstance } from 'fastify';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { kpiKeys } from '#schemas/kpi/library.ts';
import { listKpiDescriptions, readKpiSeries } from '#schemas/kpi/series.ts';
import { granularitiesOf, pointsOf } from '#schemas/kpi/series-granularity.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { RETENTION_POINTS, mayDisplay } from '#schemas/time/granularity.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readSeries } from './kpi-queries.ts';
import type { KpiRepository } from './kpi-repository.ts';
import { describeDefinedKpi, describeLibraryKpi } from './listed-kpi.ts';
import { findQueryableKpi } from './queryable-kpi.ts';

export interface KpiSeriesNeeds {
  readonly kpis: KpiRepository;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: RetentionDays;
}

/** Descriptions of all KPIs, and their values over time. */
export function kpiSeriesPlugin(
  app: FastifyInstance,
  { kpis, clickhouse, clock, retentionDays }: KpiSeriesNeeds,
): void {
  serve(app, listKpiDescriptions, async () => ({
    kpis: [...kpiKeys.map(describeLibraryKpi), ...(await kpis.list()).map(describeDefinedKpi)],
  }));
  serve(app, readKpiSeries, async ({ caller, params: { customerId, key }, query }) => {
    const { working, display } = granularitiesOf(query);
    if (!mayDisplay(working, display)) throw new ProblemError('DISPLAY_GRANULARITY_TOO_FINE');
    if (pointsOf(query, display) > RETENTION_POINTS)
      throw new ProblemError('SERIES_TOO_LONG', { params: { max: RETENTION_POINTS } });
    const kpi = await findQueryableKpi(kpis, key);
    if (kpi === undefined) throw new ProblemError('NOT_FOUND');
    const sites = withinSites(caller, customerId, query.sites);
    const retention = { days: retentionDays, nowMs: clock.now().getTime() };
    return readSeries(clickhouse, kpi, { query: { ...query, customer: customerId, sites }, retention });
  });
}
