import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listSilencePeriods, type SilencePeriod } from '#schemas/silence/period-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery, routeQuery } from '#web/kernel/query/route-query.ts';
import { now } from '#web/lib/clock.ts';

const none: readonly SilencePeriod[] = [];
/** Silences start, end and are created while the map is shown. */
const REFRESH_MS = 30_000;

/** When silences of a customer are active in [`from`, `to`), seconds since 1970. Without a customer or a response there are none: they are an addition to what is shown. */
export function useSilencePeriods(
  customerId: number | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): readonly SilencePeriod[] {
  const { data } = useQuery({
    ...routeQuery(listSilencePeriods, { params: { customerId: customerId ?? 0 }, query: { from, to } }),
    enabled: customerId !== undefined,
    placeholderData: keepPreviousData,
  });
  return customerId === undefined ? none : (data?.periods ?? none);
}

/** The silences active now, or at a past time, seconds since 1970. */
export function useSilencesAt(customerId: number, at: number | undefined): readonly SilencePeriod[] {
  const { data } = useQuery({
    ...namedQuery('silences-at', [customerId, at], (signal) => {
      const from = at ?? Math.floor(now() / 1_000);
      return call(listSilencePeriods, { params: { customerId }, query: { from, to: from + 1 }, signal });
    }),
    placeholderData: keepPreviousData,
    ...(at === undefined ? { refetchInterval: REFRESH_MS } : {}),
  });
  return data?.periods ?? none;
}
