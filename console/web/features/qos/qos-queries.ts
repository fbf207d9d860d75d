import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collectionPace } from '#schemas/limit/collection.ts';
import { readQosMapping, readQosTraffic } from '#schemas/qos/mapping-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { QosApi } from './qos-api.ts';

export const useQosModel = ({ customerId, read }: QosApi) =>
  useQuery({
    queryKey: ['qos', customerId ?? 'provider', 'model'],
    queryFn: ({ signal }) => read(signal),
  });

/** What the classes of a customer match, and what they do not. */
export const useQosMapping = (customerId: number) =>
  useQuery({
    queryKey: ['qos', customerId, 'mapping'],
    queryFn: ({ signal }) => call(readQosMapping, { params: { customerId }, signal }),
    refetchInterval: collectionPace.refreshEveryMs,
  });

/** KPIs of the last 24 hours by class. */
export const useQosTraffic = (customerId: number, direction: 'in' | 'out') =>
  useQuery({
    queryKey: ['qos', customerId, 'traffic', direction],
    queryFn: ({ signal }) => call(readQosTraffic, { params: { customerId }, query: { direction }, signal }),
    refetchInterval: collectionPace.refreshEveryMs,
  });

/** Reads everything about classes of service again: a change of the provider's is one of every customer. */
export function useRefreshQos(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['qos'] });
}

/** Runs a change, reports success or failure in a toast and reads the classes again. */
export function useQosAct() {
  const language = useLanguage();
  const refresh = useRefreshQos();
  return useMutation({
    mutationFn: async ({ act, done }: { readonly act: () => Promise<unknown>; readonly done: string }) => {
      await act();
      showToast({ text: done });
    },
    onError: (problem) => showToast({ text: sentenceOf(problem, language), tone: 'bad' }),
    onSettled: refresh,
  });
}
