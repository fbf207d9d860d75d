import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readPastCustomerAlerts, readPastAlerts, type PastAlerts } from '#schemas/alerting/past-routes.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { failedPanel, type AlertLoad } from '../alert-loads.ts';

/** A past state hardly changes any more, and may be large: it is read once, and not retained for long. */
const pastCache = { staleTime: MINUTE_MS, gcTime: MINUTE_MS / 2 } as const;

export const pastQuery = (customerId: number, at: number) => ({
  ...routeQuery(readPastAlerts, { params: { customerId }, query: { at } }),
  structuralSharing: false,
  placeholderData: keepPreviousData,
  ...pastCache,
});

/** The counts of all customers of the user at a time, seconds since 1970. */
export const pastCustomersQuery = (at: number) => ({
  ...routeQuery(readPastCustomerAlerts, { query: { at } }),
  structuralSharing: false,
  placeholderData: keepPreviousData,
  ...pastCache,
});

/** A past state as a snapshot without deltas. */
const snapshotOf = ({ at, ...past }: PastAlerts): AlertSnapshot => ({
  ...past,
  position: { epoch: 'past', seq: 0, at: at * 1_000 },
});

/** Alerts at `at`, seconds since 1970; those of the previous time while it loads. Undefined when live. */
export function usePastAlerts(customerId: number, at: number | undefined) {
  const language = useLanguage();
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...pastQuery(customerId, at ?? 0),
    enabled: at !== undefined,
    select: useNamedAlarms(),
  });
  const snapshot = useMemo(() => data && snapshotOf(data), [data]);
  if (at === undefined) return undefined;
  const refresh = () => void refetch();
  const panel = (load: AlertLoad): PanelState => {
    if (isError) return failedPanel(load, { problem: error, retry: refresh }, language);
    if (snapshot === undefined) return { is: 'never-loaded' };
    return isPlaceholderData ? { is: 'loading-over' } : { is: 'ready' };
  };
  return {
    data: snapshot,
    panel: panel('table'),
    mapPanel: panel('map'),
    refresh,
    refreshing: isFetching,
  };
}
