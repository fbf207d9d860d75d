import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readServiceRecord } from '#schemas/alerting/incident/service-record-routes.ts';
import { documentServiceRecord } from '#schemas/dashboard/kind/service-record-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { useSourceDocument } from '../../data/request-data.ts';

type Props = Pick<DashletProps<'incidents'>, 'settings' | 'chosen' | 'customerId' | 'context'>;

/** The incidents and the maintenance of the period and of what the document selects. */
export function useServiceRecord({ settings, chosen, customerId, context }: Props, isAllowed: boolean) {
  const document = useSourceDocument();
  const { filters, severities, restoreMinutes, maxLines: count } = settings;
  const { from, to } = context.period;
  const body = { from, to, filters: [...chosen, ...filters], severities, restoreMinutes, count };
  return useQuery({
    ...namedQuery('service-record', [customerId, document, body], (signal) =>
      document === undefined
        ? call(readServiceRecord, { params: { customerId }, body, signal })
        : call(documentServiceRecord[document.kind], {
            params: { customerId, resourceId: document.id },
            body,
            signal,
          }),
    ),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  });
}
