import type { FastifyInstance } from 'fastify';
import { readKpiSeries } from '#schemas/kpi/series.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { KpiSeriesReader } from './kpi-series-reader.ts';

/** The values of a KPI over time. */
export function kpiSeriesPlugin(app: FastifyInstance, series: KpiSeriesReader): void {
  serve(app, readKpiSeries, ({ caller, params: { customerId: customer, key }, query }) =>
    series.read(caller, { customer, key }, query),
  );
}
