import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listSdwanDocuments, listSdwanServers } from '#schemas/sdwan/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { call } from '#web/kernel/api/call.ts';

const queryKey = ['sdwan', 'servers'];

/** Read again every minute: connectivity and collection change by themselves. */
export const useSdwanServers = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSdwanServers, { signal }),
    refetchInterval: MINUTE_MS,
  });

export function useRefreshSdwan(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey });
}

/** The documents that name a manager, read each time the dialog opens. */
export const useSdwanDocuments = (id: number) =>
  useQuery({
    queryKey: ['sdwan', 'documents', id],
    queryFn: ({ signal }) => call(listSdwanDocuments, { params: { id }, signal }),
    gcTime: 0,
  });
