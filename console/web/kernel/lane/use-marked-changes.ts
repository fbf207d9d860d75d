import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listMarkedChanges, type MarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { useElementPages } from '../element/element-reach.ts';
import { routeQuery, type CallArguments } from '../query/route-query.ts';

type ChangePeriod = CallArguments<typeof listMarkedChanges>['body'];

const none: MarkedChanges = { changes: [], count: 0 };

/** Configuration changes of elements in a period; none while they load, without a period, and for those who do not read the action log. */
export function useMarkedChanges(customerId: number, period: ChangePeriod | undefined): MarkedChanges {
  const isShown = useElementPages() && period !== undefined && period.elements.length > 0;
  const { data } = useQuery({
    ...routeQuery(listMarkedChanges, {
      params: { customerId },
      body: period ?? { from: 0, to: 1, elements: [] },
    }),
    enabled: isShown,
    placeholderData: keepPreviousData,
  });
  return isShown ? (data ?? none) : none;
}
