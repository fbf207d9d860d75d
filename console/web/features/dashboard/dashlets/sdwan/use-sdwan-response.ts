import { useEffect, useEffectEvent, useState } from 'react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  readSdwanDashlets,
  trySdwanDashlet,
  type SdwanResponse,
} from '#schemas/dashboard/sdwan-response-routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { watchWindows } from '#web/kernel/socket/watch-windows.ts';
import { useDebouncedValue } from '@mantine/hooks';
import type { DashletProps } from '../../dashlet-props.ts';
import { useDocumentPlace } from '../../document-page.ts';
import { previewed } from './sdwan-previews.ts';

/** Time without typing after which the editor queries the manager. */
const SETTLED_MS = 800;

/** Faults of the settings last as long as these, which are part of the key. */
const isOfSettings = (error: unknown): boolean => error instanceof ApiProblem && error.status === 400;

const NAME = 'sdwan-answer';

/** First part of the key of what a dashlet in the editor tries. */
export const tryKey = (id: string) => [NAME, 'try', id] as const;

type ResponseQuery = QueryState & Pick<UseQueryResult<SdwanResponse>, 'data' | 'refetch'>;

/** The response of the manager: of the stored document, or of the draft while it is edited. */
export function useSdwanResponse({
  id = '',
  settings,
  chosen: filters,
  context: { period, selection = {} },
  customerId,
}: DashletProps<'sdwan'>): ResponseQuery {
  const { api, search } = useDocumentPlace();
  const { open: resourceId = 0, edit } = search;
  const [tried] = useDebouncedValue(settings, SETTLED_MS);
  const { from, to } = period;
  const ids = Object.fromEntries(Object.entries(selection).map(([filter, some]) => [filter, [...some]]));
  const requested = edit
    ? namedQuery(NAME, ['try', id, customerId, tried, filters, from, to], (signal) =>
        previewed({ id, settings: tried }, signal, () =>
          call(trySdwanDashlet, {
            params: { customerId },
            body: { settings: tried, filters: [...filters], period: { from, to } },
            signal,
          }),
        ),
      )
    : namedQuery(NAME, [api.kind, customerId, resourceId, id, settings, selection, from, to], (signal) =>
        call(readSdwanDashlets[api.kind], {
          params: { customerId, resourceId },
          body: { dashlet: id, selection: ids, period: { from, to } },
          signal,
        }),
      );
  const query = useQuery({ ...requested, placeholderData: keepPreviousData, retry: false });
  const [failure, setFailure] = useState<Error>();
  const again = useEffectEvent(() => {
    if (isOfSettings(query.error)) return;
    if (query.data === undefined && query.error !== null) setFailure(query.error);
    // A request in flight is not cancelled: sent again with every window, one to a slow manager would never end.
    void query.refetch({ cancelRefetch: false }).finally(() => setFailure(undefined));
  });
  useEffect(
    () =>
      watchWindows(customerId, {
        closed: ({ granularity, of }) => granularity === '5m' && of === 'samples' && again(),
        missed: again,
      }),
    [customerId],
  );
  // What went wrong stays readable while a closed window repeats the request, which may take half a minute.
  return query.isPending && failure !== undefined ? { ...query, isError: true, error: failure } : query;
}
