import type { FastifyInstance } from 'fastify';
import { readAlertHistory, readAlertTimeline } from '#schemas/alerting/history.ts';
import { readPastAlerts } from '#schemas/alerting/past-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { HistoryReader } from './history-reader.ts';

/** The past alerts of a customer. */
export function historyPlugin(app: FastifyInstance, { history }: { readonly history: HistoryReader }): void {
  serve(app, readAlertHistory, ({ params: { customerId: customer }, query, caller }) =>
    history.listEvents({ customer, caller }, query),
  );
  serve(app, readAlertTimeline, ({ params: { customerId: customer }, query, caller }) =>
    history.readTimeline({ customer, caller }, query),
  );
  serve(app, readPastAlerts, ({ params: { customerId: customer }, query: { at }, caller }) =>
    history.readPastAlerts({ customer, caller }, at),
  );
}
