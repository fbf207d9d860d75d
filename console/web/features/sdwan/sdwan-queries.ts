import { useQuery } from '@tanstack/react-query';
import { listSdwanDocuments, listSdwanServers } from '#schemas/sdwan/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** Read again every minute: connectivity and collection change by themselves. */
export const useSdwanServers = () =>
  useQuery({ ...routeQuery(listSdwanServers), refetchInterval: MINUTE_MS });

/** The documents that name a manager, read each time the dialog opens. */
export const useSdwanDocuments = (id: number) =>
  useQuery({ ...routeQuery(listSdwanDocuments, { params: { id } }), gcTime: 0 });

/** What a write to managers changes. */
export const sdwanTouches = [listSdwanServers];
