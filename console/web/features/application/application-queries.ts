import { useMemo } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { listResponseTimes } from '#schemas/application/response-times.ts';
import type { ResponseTime } from '#schemas/application/response-times.ts';
import { collectionPace } from '#schemas/limit/collection.ts';
import { call } from '#web/kernel/api/call.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { refreshResources } from '#web/kernel/resource/refresh-resources.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { ApplicationApi } from './application-api.ts';
import { useApplicationTexts } from './texts/en.ts';

export const useApplications = ({ customerId, list }: ApplicationApi) =>
  useQuery({
    queryKey: ['application', customerId ?? 'provider'],
    queryFn: ({ signal }) => list(signal),
  });

/** Response times of a customer's applications by id, where flows report them. */
export function useResponseTimes({ customerId }: ApplicationApi): ReadonlyMap<number, ResponseTime> {
  const { data } = useQuery({
    queryKey: ['application', customerId, 'response'],
    queryFn: ({ signal }) => call(listResponseTimes, { params: { customerId: customerId ?? 0 }, signal }),
    enabled: customerId !== undefined,
    refetchInterval: collectionPace.refreshEveryMs,
  });
  return useMemo(() => new Map(data?.applications.map((one) => [one.id, one])), [data]);
}

/** Runs a call on applications, reports success or failure in a toast and refreshes the list. */
export function useApplicationAct() {
  const language = useLanguage();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, done }: { readonly act: () => Promise<unknown>; readonly done: string }) => {
      await act();
      showToast({ text: done });
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: () => refreshResources(queries, 'application'),
  });
}

export function useApplicationRemoval({ remove }: ApplicationApi): (application: ApplicationEntry) => void {
  const text = useApplicationTexts();
  const { mutate } = useApplicationAct();
  return (application) =>
    mutate({ act: () => remove(application), done: text('removed', { name: application.name }) });
}
