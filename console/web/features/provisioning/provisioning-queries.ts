import { useQuery } from '@tanstack/react-query';
import { listAllDiscoveries, listProposals, type DiscoveryRun } from '#schemas/discovery/routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { listImportMappings } from '#schemas/provisioning/mapping-routes.ts';
import { listImports, readImport } from '#schemas/provisioning/routes.ts';
import { listImportSchedules } from '#schemas/provisioning/schedule-routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { ACCEPTANCE_MS } from '#web/kernel/acceptance/acceptance-progress.ts';
import { useAcceptanceEnd } from '#web/kernel/acceptance/use-acceptance-end.ts';
import { call } from '#web/kernel/api/call.ts';
import { below, namedQuery, routeQuery } from '#web/kernel/query/route-query.ts';

/** While something runs, its progress is read again at this interval. */
const BUSY_MS = 1_000;
const QUIET_MS = 30_000;

export const isBusy = ({ state }: Pick<ImportRun | DiscoveryRun, 'state'>): boolean =>
  state === 'queued' || state === 'running';

export const useImports = () =>
  useQuery({
    ...routeQuery(listImports),
    refetchInterval: ({ state }) => (state.data?.imports.some(isBusy) === true ? BUSY_MS : QUIET_MS),
  });

export const useImport = (importId: number) =>
  useQuery({
    ...routeQuery(readImport, { params: { importId } }),
    refetchInterval: ({ state }) => (state.data === undefined || isBusy(state.data.import) ? BUSY_MS : false),
  });

export const useMappings = () => useQuery(routeQuery(listImportMappings));

export const useDiscoveries = () =>
  useQuery({
    ...routeQuery(listAllDiscoveries),
    refetchInterval: ({ state }) => (state.data?.discoveries.some(isBusy) === true ? BUSY_MS : QUIET_MS),
  });

const PROPOSALS = 'discovery-proposals';

/** A run has none before its end: they are read again once its state changes. The list of discoveries counts the open ones. */
export function useProposals({ id, customer, state }: Pick<DiscoveryRun, 'id' | 'customer' | 'state'>) {
  const query = useQuery({
    ...namedQuery(PROPOSALS, [id, state], (signal) =>
      call(listProposals, { params: { customerId: customer, discoveryId: id }, query: {}, signal }),
    ),
    refetchInterval: ({ state: { data } }) => (data?.acceptance?.state === 'running' ? ACCEPTANCE_MS : false),
  });
  useAcceptanceEnd(query.data?.acceptance, [listAllDiscoveries]);
  return query;
}

export const useSchedules = () => useQuery({ ...routeQuery(listImportSchedules), refetchInterval: QUIET_MS });

/** What a write of this page changes: mappings and schedules have paths that start as those of imports. */
export const provisioningTouches = [
  below(listImports),
  listAllDiscoveries,
  [PROPOSALS],
  listInventory,
  listSnmpCredentials,
];
