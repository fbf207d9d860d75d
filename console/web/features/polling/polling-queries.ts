import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findTestDevices } from '#schemas/polling/poller-test.ts';
import { listPollerUses, readPollerDependents } from '#schemas/polling/poller-use.ts';
import { listPollers } from '#schemas/polling/routes.ts';
import { below, routeQuery } from '#web/kernel/query/route-query.ts';

/** Pollers report what they read at the last poll. */
const USE_MS = 30_000;

/** Every poller, and the procedures for scripts. */
export const usePollers = () => useQuery(routeQuery(listPollers, { query: {} }));

/** What each poller reads, and what is polled. Fails while no poller process responds. */
export const usePollerUses = () => useQuery({ ...routeQuery(listPollerUses), refetchInterval: USE_MS });

/** Devices and KPIs of a poller. */
export const usePollerDependents = (id: string) =>
  useQuery({ ...routeQuery(readPollerDependents, { params: { id } }), refetchInterval: USE_MS });

/** Devices to test on that match the search; the previous ones stay while the next load. */
export const useTestDevices = (q: string) =>
  useQuery({ ...routeQuery(findTestDevices, { query: { q } }), placeholderData: keepPreviousData });

/** What a write to pollers changes: everything about them. */
export const pollingTouches = [below(listPollers)];
