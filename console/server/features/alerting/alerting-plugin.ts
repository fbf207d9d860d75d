import type { FastifyInstance } from 'fastify';
import { totalCounts } from '#schemas/alerting/counts.ts';
import {
  readAlarmHistory,
  readAlertActivity,
  readAlertChoices,
  readAlertLayout,
  readAlerts,
  readCustomerAlerts,
  updateAlertLayout,
} from '#schemas/alerting/routes.ts';
import { readAlarmSeries, readRelatedSeries } from '#schemas/alerting/series-routes.ts';
import { listDefinitionChanges } from '#schemas/alerting/definition-change.ts';
import { readAlarmTraffic } from '#schemas/alerting/traffic.ts';
import type { Series, SeriesPeriod, SeriesQuery } from '#schemas/kpi/series.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AlertReader } from './alert-reader.ts';
import type { CustomerAlertReader } from './customer-alert-reader.ts';
import type { LayoutRepository } from './layout-repository.ts';
import type { TrafficReader } from './evidence/traffic-reader.ts';

/** Reads the values of a KPI over time, limited to the sites that the caller may see. */
export interface ReadsSeries {
  read(
    caller: Caller,
    of: { readonly customer: number; readonly key: string },
    query: SeriesQuery,
  ): Promise<Series>;
}

export interface AlertingNeeds {
  readonly alerts: AlertReader;
  readonly series: ReadsSeries;
  readonly traffic: TrafficReader;
  readonly layouts: LayoutRepository;
  readonly customerAlerts: CustomerAlertReader;
}

/** Default granularity and aggregation. */
const seriesOfElement = (element: number, period: SeriesPeriod): SeriesQuery => ({
  ...period,
  by: 'element',
  elements: [element],
  over: 'default',
  percentile: 95,
  timeZone: 'UTC',
});

/** Alerting of a customer and across customers. */
export function alertingPlugin(
  app: FastifyInstance,
  { alerts, series, traffic, layouts, customerAlerts }: AlertingNeeds,
): void {
  serve(app, readAlerts, ({ params, caller }) => alerts.readSnapshot(caller, params.customerId));
  serve(app, readAlarmHistory, ({ params: { customerId: customer, ...instance }, query, caller }) =>
    alerts.readAlarmHistory(caller, { customer, ...instance }, query),
  );
  serve(app, readAlarmSeries, async ({ params: { customerId: customer, ...instance }, query, caller }) => {
    const key = await alerts.readAlarmKpi(caller, { customer, ...instance });
    return series.read(caller, { customer, key }, seriesOfElement(instance.element, query));
  });
  serve(app, readRelatedSeries, async ({ params: { customerId: customer, ...instance }, query, caller }) => {
    const keys = await alerts.readRelatedKpis(caller, { customer, ...instance });
    const of = seriesOfElement(instance.element, query);
    const read = await Promise.all(keys.map((key) => series.read(caller, { customer, key }, of)));
    return { kpis: read.filter((each) => each.series.some(({ points }) => points.length > 0)) };
  });
  serve(app, readAlarmTraffic, async ({ params: { customerId: customer, ...instance }, query, caller }) => {
    const kpi = await alerts.readAlarmKpi(caller, { customer, ...instance });
    return traffic.read(caller, { customer, ...instance, kpi }, query);
  });
  serve(app, listDefinitionChanges, async ({ params: { customerId, ...instance }, query, caller }) => ({
    changes: await alerts.listDefinitionChanges(caller, { customer: customerId, ...instance }, query),
  }));
  serve(app, readCustomerAlerts, ({ caller }) => totalCounts(alerts.listCustomers(caller)));
  serve(app, readAlertChoices, ({ caller }) => customerAlerts.readChoices(caller));
  serve(app, readAlertActivity, ({ caller }) => customerAlerts.readActivity(caller));
  serve(app, readAlertLayout, ({ caller }) => layouts.read(caller.id));
  serve(app, updateAlertLayout, async ({ caller, body }) => {
    await layouts.update(caller.id, body);
    return body;
  });
}
