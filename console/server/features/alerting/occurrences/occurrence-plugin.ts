import type { FastifyInstance } from 'fastify';
import { listIncidents } from '#schemas/alerting/incident/incident.ts';
import { listAlarmOccurrences, listOccurrenceGroups, readHandover } from '#schemas/alerting/occurrences.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { OccurrenceReader } from './occurrence-reader.ts';

/** The alarms that ran in a period: as a list, in groups, in incidents, and as a summary for the next shift. */
export function occurrencePlugin(
  app: FastifyInstance,
  { occurrences }: { readonly occurrences: OccurrenceReader },
): void {
  serve(app, listAlarmOccurrences, ({ params: { customerId: customer }, query, caller }) =>
    occurrences.list({ customer, caller }, query),
  );
  serve(app, listOccurrenceGroups, ({ params: { customerId: customer }, query, caller }) =>
    occurrences.listGroups({ customer, caller }, query),
  );
  serve(app, listIncidents, ({ params: { customerId: customer }, query, caller }) =>
    occurrences.listIncidents({ customer, caller }, query),
  );
  serve(app, readHandover, ({ params: { customerId: customer }, query, caller }) =>
    occurrences.readHandover({ customer, caller }, query),
  );
}
