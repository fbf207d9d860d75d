import type { FastifyInstance } from 'fastify';
import { listContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import { documentAlarms } from '#schemas/dashboard/alarm-routes.ts';
import { areAlarmsOf } from '#schemas/dashboard/asked-by-document.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { viewsIn } from '#schemas/report/any-document.ts';
import { seesAlarms } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { mayAskAnything, type DocumentSource } from '#server/shared/document/document-source.ts';
import { ContextAlarmReader, type ContextAlarmNeeds } from './context-alarm-reader.ts';

/** Running alarms of dashboards: readers of a document get what it lists, if they may see alarms at all. */
export function contextAlarmPlugin(
  app: FastifyInstance,
  { documents, ...needs }: ContextAlarmNeeds & { readonly documents: DocumentSource },
): void {
  const alarms = new ContextAlarmReader(needs);
  serve(app, listContextAlarms, ({ params, caller, body }) => alarms.read(caller, params.customerId, body));
  for (const kind of shownKinds)
    serve(app, documentAlarms[kind], async ({ params, caller, body }) => {
      const { customerId: customer, resourceId } = params;
      const document = await documents({ kind, customer }, resourceId, caller);
      if (!seesAlarms(caller)) throw new ProblemError('FORBIDDEN', { detail: 'Needs ALERT.read.' });
      if (!mayAskAnything(kind, caller) && !viewsIn(document).some((view) => areAlarmsOf(view, body)))
        throw new ProblemError('NOT_OF_DOCUMENT');
      return alarms.read(caller, customer, body);
    });
}
