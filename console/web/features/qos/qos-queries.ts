import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { collectionPace } from '#schemas/limit/collection.ts';
import { listTrafficAcross, listUnmappedAcross } from '#schemas/qos/across-routes.ts';
import { readQosMapping, readQosTraffic } from '#schemas/qos/mapping-routes.ts';
import { namedQuery, routePages, routeQuery, type QueryTarget } from '#web/kernel/query/route-query.ts';
import type { QosApi } from './qos-api.ts';

export const useQosModel = ({ customerId, read }: QosApi) =>
  useQuery(namedQuery('qos', [customerId ?? 'provider'], read));

/** What the classes of a customer match, and what they do not. */
export const useQosMapping = (customerId: number) =>
  useQuery({
    ...routeQuery(readQosMapping, { params: { customerId } }),
    refetchInterval: collectionPace.refreshEveryMs,
  });

/** KPIs of the last 24 hours by class. */
export const useQosTraffic = (customerId: number, direction: 'in' | 'out') =>
  useQuery({
    ...routeQuery(readQosTraffic, { params: { customerId }, query: { direction } }),
    refetchInterval: collectionPace.refreshEveryMs,
  });

type UnmappedPart = Pick<z.input<typeof listUnmappedAcross.query>, 'by' | 'q' | 'orderBy' | 'order'>;
const UNMAPPED_PAGE = 200;

/** What maps to nothing at any customer, as far as the list was scrolled. */
export const useUnmappedAcross = (part: UnmappedPart) =>
  useInfiniteQuery({
    ...routePages(listUnmappedAcross, {
      size: UNMAPPED_PAGE,
      argsFrom: (from, count) => ({ query: { ...part, from, count } }),
    }),
    placeholderData: keepPreviousData,
  });

type TrafficPart = Pick<z.input<typeof listTrafficAcross.query>, 'direction' | 'q'>;
const TRAFFIC_PAGE = 10;

/** KPIs of the last 24 hours by customer and class, as far as the list was scrolled. */
export const useTrafficAcross = (part: TrafficPart) =>
  useInfiniteQuery({
    ...routePages(listTrafficAcross, {
      size: TRAFFIC_PAGE,
      argsFrom: (from, count) => ({ query: { ...part, from, count } }),
    }),
    placeholderData: keepPreviousData,
  });

/** What a write to classes of service changes: one of the provider's is one of every customer. */
export const qosTouches: readonly QueryTarget[] = [
  ['qos'],
  readQosMapping,
  readQosTraffic,
  listUnmappedAcross,
  listTrafficAcross,
];
