import { useMemo } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { DocumentSearch } from '../../dashboard/document-search.ts';
import { documentApi } from '../../dashboard/document-api.ts';
import type { DocumentPlace } from '../../dashboard/document-page.ts';
import { searchHook } from '#web/lib/search-hook.ts';
import type { ElementAddress } from '../inventory-search.ts';

const route = getRouteApi('/shell/inventory/$kind/$element');
const useElementSearch = searchHook<ElementAddress>('/shell/inventory/$kind/$element', 'push');

/** Shorter periods of links, such as one step of a chart, are shown with the hour around them. */
const LEAST_SECONDS = 3_600;

/** The period of a link as dashboards write it into their address. */
export function periodOfLink({
  period,
  from,
  to,
}: Pick<ElementAddress, 'period' | 'from' | 'to'>): string | undefined {
  if (period !== undefined || from === undefined || to === undefined || from >= to) return period;
  const missing = Math.max(0, LEAST_SECONDS - (to - from));
  return `${String(Math.floor(from - missing / 2))}-${String(Math.ceil(to + missing / 2))}`;
}

/** The page of an element as the place of a document: its address has the period. */
export function useElementPlace(customerId: number): DocumentPlace {
  const { from, to, period, customer } = route.useSearch();
  const { change } = useElementSearch();
  return useMemo(() => {
    const search = DocumentSearch.parse({ customer, period: periodOfLink({ period, from, to }) });
    return {
      api: documentApi('dashboard', customerId),
      search,
      change: (part, replace) =>
        'period' in part
          ? change({ period: part.period, from: undefined, to: undefined }, replace)
          : undefined,
    };
  }, [customer, customerId, period, from, to, change]);
}
