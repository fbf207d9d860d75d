import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { findTestDevices } from '#schemas/polling/poller-test.ts';
import { listPollerUses, readPollerDependents } from '#schemas/polling/poller-use.ts';
import { listPollers } from '#schemas/polling/routes.ts';
import { call } from '#web/kernel/api/call.ts';

/** Pollers report what they read at the last poll. */
const USE_MS = 30_000;

/** Every poller, and the procedures for scripts. */
export const usePollers = () =>
  useQuery({
    queryKey: ['polling', 'list'],
    queryFn: ({ signal }) => call(listPollers, { query: {}, signal }),
  });

/** What each poller reads, and what is polled. Fails while no poller process responds. */
export const usePollerUses = () =>
  useQuery({
    queryKey: ['polling', 'use'],
    queryFn: ({ signal }) => call(listPollerUses, { signal }),
    refetchInterval: USE_MS,
  });

/** Devices and KPIs of a poller. */
export const usePollerDependents = (id: string) =>
  useQuery({
    queryKey: ['polling', 'use', id],
    queryFn: ({ signal }) => call(readPollerDependents, { params: { id }, signal }),
    refetchInterval: USE_MS,
  });

/** Devices to test on that match the search; the previous ones stay while the next load. */
export const useTestDevices = (q: string) =>
  useQuery({
    queryKey: ['polling', 'devices', q],
    queryFn: ({ signal }) => call(findTestDevices, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  });

/** Invalidates every query of pollers. */
export function useRefreshPolling(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['polling'] });
}
