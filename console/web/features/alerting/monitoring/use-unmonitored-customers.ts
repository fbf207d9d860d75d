import { useQuery } from '@tanstack/react-query';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { FIRST_LOAD_MS, useDelayed } from '#web/lib/use-delayed.ts';
import type { UnmonitoredCustomers } from './read-unmonitored.ts';

const REFRESH_MS = 60_000;
const none: UnmonitoredCustomers = new Map();

/** The customers that are not monitored now; none at a past time, of which it is not known. */
export function useUnmonitoredCustomers(isLive: boolean): UnmonitoredCustomers {
  const isLoaded = useDelayed(true, FIRST_LOAD_MS);
  const { data } = useQuery({
    ...namedQuery('monitoring', [], async (signal) =>
      (await import('./read-unmonitored.ts')).readUnmonitored(signal),
    ),
    enabled: isLive && isLoaded,
    refetchInterval: REFRESH_MS,
    // A map is not compared by its entries.
    structuralSharing: false,
  });
  return data ?? none;
}
