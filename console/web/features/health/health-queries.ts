import { useQuery } from '@tanstack/react-query';
import { listHealthChanges, readHealth, readHealthFigures } from '#schemas/health/routes.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** The server judges once a second; a process that dies shows within ten. */
const REFRESH_MS = 3 * SECOND_MS;

export const useHealth = () =>
  useQuery({ ...routeQuery(readHealth), refetchInterval: REFRESH_MS, retry: false });

export const useHealthChanges = () =>
  useQuery({ ...routeQuery(listHealthChanges), refetchInterval: MINUTE_MS / 2 });

export const useHealthFigures = (component: string) =>
  useQuery({
    ...routeQuery(readHealthFigures, { query: { component } }),
    refetchInterval: 10 * SECOND_MS,
  });
