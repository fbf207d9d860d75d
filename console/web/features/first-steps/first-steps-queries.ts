import { useQuery } from '@tanstack/react-query';
import { markFirstSteps, readFirstSteps } from '#schemas/first-steps/first-steps.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';

/** Live while the page is visible: polls and flows arrive within seconds. */
const REFRESH_MS = 4_000;

/** The checklist. Once it is over, the session says that it is no longer the first page. */
export function useFirstSteps() {
  const cache = useQueryCache();
  return useQuery({
    ...routeQuery(readFirstSteps),
    queryFn: async ({ signal }) => {
      const checklist = await call(readFirstSteps, { signal });
      const session = cache.read(sessionQuery);
      if (session?.firstSteps === true && !checklist.isFirst) await cache.refresh(sessionQuery.queryKey);
      return checklist;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** What a write of this page changes; a new device also changes the session. */
export const firstStepTouches = [readFirstSteps, listInventory, listSnmpCredentials];

/** Marks steps and reads the checklist again. */
export const useMarkSteps = () => useRouteAction(markFirstSteps, { touches: firstStepTouches });

/** The sites of a customer, once one is chosen. */
export function useSitesOf(customer: number | undefined) {
  const { data } = useQuery({
    enabled: customer !== undefined,
    ...routeQuery(listInventory, {
      params: { customerId: customer ?? 0, kind: 'site' },
      query: { count: 1_000 },
    }),
  });
  return data?.elements ?? [];
}

/** Names of the stored credentials, for users who may use them. */
export function useCredentialNames(): readonly string[] {
  const enabled = useMissingPermission(listSnmpCredentials) === undefined;
  const { data } = useQuery({ enabled, ...routeQuery(listSnmpCredentials) });
  return data?.credentials.map(({ name }) => name) ?? [];
}
