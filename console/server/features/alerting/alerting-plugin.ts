import type { FastifyInstance } from 'fastify';
import {
  readAlarmHistory,
  readAlertLayout,
  readAlerts,
  readCustomerAlerts,
  updateAlertLayout,
} from '#schemas/alerting/routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AlertReader } from './alert-reader.ts';
import type { LayoutRepository } from './layout-repository.ts';

export interface AlertingNeeds {
  readonly alerts: AlertReader;
  readonly layouts: LayoutRepository;
}

/** Alerting of a customer and across customers. */
export function alertingPlugin(app: FastifyInstance, { alerts, layouts }: AlertingNeeds): void {
  serve(app, readAlerts, ({ params, caller }) => alerts.readSnapshot(caller, params.customerId));
  serve(app, readAlarmHistory, ({ params: { customerId: customer, ...instance }, query, caller }) =>
    alerts.readAlarmHistory(caller, { customer, ...instance }, query),
  );
  serve(app, readCustomerAlerts, ({ caller }) => {
    const customers = alerts.listCustomers(caller);
    return {
      nbCritical: customers.reduce((sum, { counts }) => sum + counts.critical, 0),
      nbWarning: customers.reduce((sum, { counts }) => sum + counts.warning, 0),
      customers,
    };
  });
  serve(app, readAlertLayout, ({ caller }) => layouts.read(caller.id));
  serve(app, updateAlertLayout, async ({ caller, body }) => {
    await layouts.update(caller.id, body);
    return body;
  });
}
