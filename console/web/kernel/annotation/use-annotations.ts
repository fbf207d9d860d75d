import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listAnnotations, type AnnotationList } from '#schemas/annotation/routes.ts';
import { routeKey, routeQuery, type CallArguments } from '../query/route-query.ts';
import { refreshQueries } from '../query/use-refresh.ts';

type RequestedPeriod = CallArguments<typeof listAnnotations>['body'];

const none: AnnotationList = { annotations: [], count: 0 };

/** Annotations of a customer that overlap a period; none while they load, and without a period. Changes of others arrive by themselves. */
export function useAnnotations(customerId: number, period: RequestedPeriod | undefined): AnnotationList {
  const { data } = useQuery({
    ...routeQuery(listAnnotations, {
      params: { customerId },
      body: period ?? { from: 0, to: 1 },
    }),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  });
  return period === undefined ? none : (data ?? none);
}

/** Reads the annotations of a customer again where they are shown. */
export const refreshAnnotations = (
  queries: Parameters<typeof refreshQueries>[0],
  customerId: number,
): Promise<void> => refreshQueries(queries, [routeKey(listAnnotations, { params: { customerId } })]);
