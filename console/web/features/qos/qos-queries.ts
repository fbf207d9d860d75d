import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { collectionPace } from '#schemas/limit/collection.ts';
import { listTrafficAcross, listUnmappedAcross } from '#schemas/qos/across-routes.ts';
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

type UnmappedPart = Pick<z.input<typeof listUnmappedAcross.query>, 'by' | 'q' | 'orderBy' | 'order'>;
const UNMAPPED_PAGE = 200;

/** The start of the page after those that were read; undefined after the last one. */
const nextPage =
  (size: number) =>
  ({ count }: { readonly count: number }, pages: readonly unknown[]): number | undefined =>
    pages.length * size < count ? pages.length * size : undefined;

/** What maps to nothing at any customer, as far as the list was scrolled. */
export const useUnmappedAcross = (part: UnmappedPart) =>
  useInfiniteQuery({
    queryKey: ['qos', 'unmapped', part],
    queryFn: ({ pageParam: from, signal }) =>
      call(listUnmappedAcross, { query: { ...part, from, count: UNMAPPED_PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage(UNMAPPED_PAGE),
    placeholderData: keepPreviousData,
  });

type TrafficPart = Pick<z.input<typeof listTrafficAcross.query>, 'direction' | 'q'>;
const TRAFFIC_PAGE = 10;

/** KPIs of the last 24 hours by customer and class, as far as the list was scrolled. */
export const useTrafficAcross = (part: TrafficPart) =>
  useInfiniteQuery({
    queryKey: ['qos', 'traffic', part],
    queryFn: ({ pageParam: from, signal }) =>
      call(listTrafficAcross, { query: { ...part, from, count: TRAFFIC_PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage(TRAFFIC_PAGE),
    placeholderData: keepPreviousData,
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
