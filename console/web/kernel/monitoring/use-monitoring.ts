import { useQuery } from '@tanstack/react-query';
import { readMonitoring } from '#schemas/alerting/monitoring/routes.ts';
import { routeQuery } from '../query/route-query.ts';

const REFRESH_MS = 60_000;

/** What of a customer is not monitored, and whether a device is. Loaded with the map or with an empty table, not before. */
export const useMonitoring = (customerId: number, device?: number) =>
  useQuery({
    ...routeQuery(readMonitoring, { params: { customerId }, query: { device } }),
    refetchInterval: REFRESH_MS,
  });
