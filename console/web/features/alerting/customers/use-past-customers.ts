import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CustomerCounts } from '#web/kernel/alert/count-feed.ts';
import type { CustomerAlertsShown } from './use-customer-alerts.ts';
import { pastCustomersQuery } from '../history/use-past-alerts.ts';

/** The customers at `at`, seconds since 1970, in place of those of now; those of the previous time while it loads. */
export function usePastCustomers(now: CustomerAlertsShown, at: number): CustomerAlertsShown {
  const { data, error, isError, isFetching, refetch } = useQuery(pastCustomersQuery(at));
  const counts = useMemo((): CustomerCounts | undefined => {
    if (data === undefined) return undefined;
    const { at: shown, ...totals } = data;
    const position = { epoch: 'past', seq: 0, at: shown * 1_000 };
    return { ...totals, customers: totals.customers.map((customer) => ({ ...customer, position })) };
  }, [data]);
  const refresh = () => void refetch();
  const status = { failed: isError, problem: error, refreshing: isFetching, refresh };
  return {
    ...now,
    data: isError ? undefined : counts,
    activity: undefined,
    status,
    refreshing: isFetching,
    refresh,
  };
}
