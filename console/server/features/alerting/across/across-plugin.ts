import type { FastifyInstance } from 'fastify';
import {
  listCustomerOccurrences,
  readCustomerAlertTimeline,
} from '#schemas/alerting/customer-history-routes.ts';
import { readPastCustomerAlerts } from '#schemas/alerting/past-routes.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AcrossReader } from './across-reader.ts';

/** The past alerts of all customers of the caller. */
export function acrossPlugin(app: FastifyInstance, { across }: { readonly across: AcrossReader }): void {
  serve(app, readPastCustomerAlerts, ({ query: { at }, caller }) => across.readPast(caller, at));
  serve(app, readCustomerAlertTimeline, ({ query, caller }) => across.readTimeline(caller, query));
  serve(app, listCustomerOccurrences, ({ query, caller }) => across.listOccurrences(caller, query));
}
