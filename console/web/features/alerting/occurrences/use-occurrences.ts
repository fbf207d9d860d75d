import { useCallback, useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OccurrenceGrouping } from '#schemas/alerting/occurrence-grouping.ts';
import {
  listAlarmOccurrences,
  listOccurrenceGroups,
  OccurrenceOrder,
  type AlarmOccurrence,
} from '#schemas/alerting/occurrences.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeKey, routeQuery } from '#web/kernel/query/route-query.ts';
import { namedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useAlertSearch } from '../alert-search.ts';
import type { EventPeriod } from './event-period.ts';

const PAGE_SIZE = 200;
const TYPING_MS = 250;

/** Which alarms of a period are listed. */
export interface OccurrenceSelection extends EventPeriod {
  readonly customerId: number;
  readonly severity: readonly Severity[];
  readonly q: string | undefined;
}

/** The period and the filters of the address; typing does not send a request on each key. */
export function useOccurrenceFilter(customerId: number, { from, to }: EventPeriod): OccurrenceSelection {
  const { severity, q } = useAlertSearch().search;
  const [typed] = useDebouncedValue(q?.trim(), TYPING_MS);
  const chosen = severity.join();
  return useMemo(
    () => ({
      customerId,
      from,
      to,
      q: typed === '' ? undefined : typed,
      severity: chosen === '' ? [] : (chosen.split(',') as Severity[]),
    }),
    [customerId, from, to, typed, chosen],
  );
}

/** What every call about the period requests. */
export const listRequestOf = ({ customerId, from, to, severity, q }: OccurrenceSelection) => ({
  params: { customerId },
  query: { from, to, q, severity: severity.length === 0 ? undefined : severity.join() },
});

/** The order in an address, if there is such a one. */
export const occurrenceOrderOf = (text: string | undefined): OccurrenceOrder | undefined =>
  OccurrenceOrder.safeParse(text).data;

const occurrencesKey = (filter: OccurrenceSelection, order: OccurrenceOrder | undefined) => {
  const { params, query } = listRequestOf(filter);
  return routeKey(listAlarmOccurrences, { params, query: { ...query, order } });
};

/** The alarms of a period in the order of the address, as far as the list was scrolled. */
export function useOccurrences(filter: OccurrenceSelection, isShown: boolean) {
  const order = occurrenceOrderOf(useAlertSearch().search.order);
  const language = useLanguage();
  const query = useInfiniteQuery({
    queryKey: occurrencesKey(filter, order),
    queryFn: ({ pageParam: offset, signal }) => {
      const { params, query: matching } = listRequestOf(filter);
      const page = { ...matching, order, offset, limit: PAGE_SIZE };
      return call(listAlarmOccurrences, { params, query: page, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, { occurrences }) => sum + occurrences.length, 0);
      return read < total ? read : undefined;
    },
    placeholderData: keepPreviousData,
    enabled: isShown,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(({ occurrences }) => occurrences) ?? [];
    // An alarm that was raised between two calls moves the others.
    const rowsById = new Map(all.map((each): [string, AlarmOccurrence] => [each.id, each]));
    return namedAlarms([...rowsById.values()], language);
  }, [data, language]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { query, rows, totals: data?.pages[0], more };
}

/** The groups of the alarms of a period. */
export function useOccurrenceGroups(filter: OccurrenceSelection, by: OccurrenceGrouping | undefined) {
  const { params, query } = listRequestOf(filter);
  return useQuery({
    ...routeQuery(listOccurrenceGroups, { params, query: { ...query, by: by ?? 'site' } }),
    enabled: by !== undefined,
    placeholderData: keepPreviousData,
  });
}
