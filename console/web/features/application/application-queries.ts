import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { listResponseTimes, type ResponseTime } from '#schemas/application/response-times.ts';
import { collectionPace } from '#schemas/limit/collection.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';
import type { ApplicationApi } from './application-api.ts';
import { useApplicationTexts } from './texts/en.ts';

export const useApplications = ({ customerId, list }: ApplicationApi) =>
  useQuery(namedQuery('application', [customerId ?? 'provider'], list));

/** Response times of a customer's applications by id, where flows report them. */
export function useResponseTimes({ customerId }: ApplicationApi): ReadonlyMap<number, ResponseTime> {
  const { data } = useQuery({
    ...namedQuery('application', [customerId, 'response'], (signal) =>
      call(listResponseTimes, { params: { customerId: customerId ?? 0 }, signal }),
    ),
    enabled: customerId !== undefined,
    refetchInterval: collectionPace.refreshEveryMs,
  });
  return useMemo(() => new Map(data?.applications.map((one) => [one.id, one])), [data]);
}

/** What a write to applications changes. */
export const applicationTouches = resourceTouches('application');

export function useApplicationRemoval({ remove }: ApplicationApi): (application: ApplicationEntry) => void {
  const text = useApplicationTexts();
  const { run } = useAction(applicationTouches);
  return (application) =>
    run(() => remove(application), { done: text('removed', { name: application.name }) });
}
