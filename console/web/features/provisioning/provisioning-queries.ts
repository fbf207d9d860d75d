import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listAllDiscoveries, listProposals } from '#schemas/discovery/routes.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { listImportMappings } from '#schemas/provisioning/mapping-routes.ts';
import { listImports, readImport } from '#schemas/provisioning/routes.ts';
import { listImportSchedules } from '#schemas/provisioning/schedule-routes.ts';
import { ACCEPTANCE_MS, hasAcceptanceEnded } from '#web/kernel/acceptance/acceptance-progress.ts';
import type { AcceptanceProgress } from '#web/kernel/acceptance/acceptance-progress.ts';
import { call } from '#web/kernel/api/call.ts';

const key = ['provisioning'];
/** While something runs, its progress is read again at this interval. */
const BUSY_MS = 1_000;
const QUIET_MS = 30_000;

export const isBusy = ({ state }: Pick<ImportRun | DiscoveryRun, 'state'>): boolean =>
  state === 'queued' || state === 'running';

export const useImports = () =>
  useQuery({
    queryKey: [...key, 'imports'],
    queryFn: ({ signal }) => call(listImports, { signal }),
    refetchInterval: ({ state }) => (state.data?.imports.some(isBusy) === true ? BUSY_MS : QUIET_MS),
  });

export const useImport = (importId: number) =>
  useQuery({
    queryKey: [...key, 'import', importId],
    queryFn: ({ signal }) => call(readImport, { params: { importId }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isBusy(state.data.import) ? BUSY_MS : false),
  });

export const useMappings = () =>
  useQuery({
    queryKey: [...key, 'mappings'],
    queryFn: ({ signal }) => call(listImportMappings, { signal }),
  });

export const useDiscoveries = () =>
  useQuery({
    queryKey: [...key, 'discoveries'],
    queryFn: ({ signal }) => call(listAllDiscoveries, { signal }),
    refetchInterval: ({ state }) => (state.data?.discoveries.some(isBusy) === true ? BUSY_MS : QUIET_MS),
  });

/** A run has none before its end. */
export function useProposals({ id, customer, state }: Pick<DiscoveryRun, 'id' | 'customer' | 'state'>) {
  const queries = useQueryClient();
  const params = { customerId: customer, discoveryId: id };
  return useQuery({
    queryKey: [...key, 'proposals', id, state],
    async queryFn({ signal, queryKey }) {
      const before = queries.getQueryData<AcceptanceProgress>(queryKey);
      const list = await call(listProposals, { params, query: {}, signal });
      // The list of discoveries counts the open ones.
      if (hasAcceptanceEnded(before, list))
        void queries.invalidateQueries({ queryKey: [...key, 'discoveries'] });
      return list;
    },
    refetchInterval: ({ state: { data } }) => (data?.acceptance?.state === 'running' ? ACCEPTANCE_MS : false),
  });
}

export const useSchedules = () =>
  useQuery({
    queryKey: [...key, 'schedules'],
    queryFn: ({ signal }) => call(listImportSchedules, { signal }),
    refetchInterval: QUIET_MS,
  });

/** Reads everything of the page again after a change. */
export function useRefreshProvisioning(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
}
