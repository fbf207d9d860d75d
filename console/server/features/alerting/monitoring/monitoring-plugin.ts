import type { FastifyInstance } from 'fastify';
import { readMonitoring, readMonitoringAcross } from '#schemas/alerting/monitoring/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { MonitoringReader } from './monitoring-reader.ts';

/** What is not monitored, and why. */
export function monitoringPlugin(
  app: FastifyInstance,
  { monitoring }: { readonly monitoring: MonitoringReader },
): void {
  serve(app, readMonitoring, ({ params, query, caller }) =>
    monitoring.readCustomer(caller, params.customerId, query.device),
  );
  serve(app, readMonitoringAcross, async ({ caller }) => ({
    customers: await monitoring.readCustomers(caller),
  }));
}
