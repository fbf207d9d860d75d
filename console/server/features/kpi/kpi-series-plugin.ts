import type { FastifyInstance } from 'fastify';
import { kpiKeys } from '#schemas/kpi/library.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { readKpiSeries } from '#schemas/kpi/series.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { KpiRepository } from './kpi-repository.ts';
import type { KpiSeriesReader } from './kpi-series-reader.ts';
import { describeDefinedKpi, describeLibraryKpi } from './listed-kpi.ts';

export interface KpiSeriesNeeds {
  readonly kpis: KpiRepository;
  readonly series: KpiSeriesReader;
}

/** Descriptions of all KPIs, and their values over time. */
export function kpiSeriesPlugin(app: FastifyInstance, { kpis, series }: KpiSeriesNeeds): void {
  serve(app, listKpiDescriptions, async () => {
    const { overrides } = kpis.definitions;
    const library = kpiKeys.map((key) => describeLibraryKpi(key, overrides));
    return { kpis: [...library, ...(await kpis.list()).map(describeDefinedKpi)] };
  });
  serve(app, readKpiSeries, ({ caller, params: { customerId: customer, key }, query }) =>
    series.read(caller, { customer, key }, query),
  );
}
