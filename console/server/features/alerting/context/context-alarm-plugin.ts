import type { FastifyInstance } from 'fastify';
import { listContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import { readServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import { documentAlarms } from '#schemas/dashboard/alarm-routes.ts';
import { areAlarmsOf, isServiceRecordOf } from '#schemas/dashboard/document-read-guard.ts';
import { documentServiceRecord } from '#schemas/dashboard/kind/service-record-routes.ts';
import { shownKinds } from '#schemas/dashboard/kind/shown-kind.ts';
import { viewsIn } from '#schemas/report/any-document.ts';
import { seesAlarms, type Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { mayQueryAnything, type DocumentSource } from '#server/shared/document/document-source.ts';
import { ServiceRecordReader, type ServiceRecordNeeds } from './service-record-reader.ts';
import { ContextAlarmReader, type ContextAlarmNeeds } from './context-alarm-reader.ts';

interface ContextNeeds extends ContextAlarmNeeds, ServiceRecordNeeds {
  readonly documents: DocumentSource;
}

/** Running alarms and service records of dashboards: readers of a document get what it lists, if they may see alarms at all. */
export function contextAlarmPlugin(app: FastifyInstance, { documents, ...needs }: ContextNeeds): void {
  const alarms = new ContextAlarmReader(needs);
  const records = new ServiceRecordReader(needs);
  serve(app, listContextAlarms, ({ params, caller, body }) => alarms.read(caller, params.customerId, body));
  serve(app, readServiceRecord, ({ params, caller, body }) => records.read(caller, params.customerId, body));
  for (const kind of shownKinds) {
    /** Throws FORBIDDEN, NOT_OF_DOCUMENT. */
    const check = async (
      { customerId: customer, resourceId }: { readonly customerId: number; readonly resourceId: number },
      caller: Caller,
      isListed: (view: ReturnType<typeof viewsIn>[number]) => boolean,
    ): Promise<void> => {
      const document = await documents({ kind, customer }, resourceId, caller);
      if (!seesAlarms(caller)) throw new ProblemError('FORBIDDEN', { detail: 'Needs ALERT.read.' });
      if (!mayQueryAnything(kind, caller) && !viewsIn(document).some(isListed))
        throw new ProblemError('NOT_OF_DOCUMENT');
    };
    serve(app, documentAlarms[kind], async ({ params, caller, body }) => {
      await check(params, caller, (view) => areAlarmsOf(view, body));
      return alarms.read(caller, params.customerId, body);
    });
    serve(app, documentServiceRecord[kind], async ({ params, caller, body }) => {
      await check(params, caller, (view) => isServiceRecordOf(view, body));
      return records.read(caller, params.customerId, body);
    });
  }
}
