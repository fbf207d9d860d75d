import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { markFirstSteps, readFirstSteps } from '#schemas/first-steps/first-steps.ts';
import type { FirstStepName } from '#schemas/first-steps/first-steps.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';

/** Live while the page is visible: polls and flows arrive within seconds. */
const REFRESH_MS = 4_000;
const KEY = ['first-steps'] as const;

/** The checklist. Once it is over, the session says that it is no longer the first page. */
export function useFirstSteps() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const checklist = await call(readFirstSteps, { signal });
      const session = queries.getQueryData(sessionQuery.queryKey);
      if (session?.firstSteps === true && !checklist.isFirst)
        await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return checklist;
    },
    refetchInterval: REFRESH_MS,
  });
}

export function useRefreshFirstSteps() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}

interface Marking {
  readonly steps: FirstStepName[];
  readonly mark: 'done' | 'not-needed' | null;
}

/** Marks steps and reads the checklist again. */
export function useMarkSteps() {
  const refresh = useRefreshFirstSteps();
  return useMutation({
    mutationFn: (body: Marking) => call(markFirstSteps, { body }),
    onSettled: refresh,
  });
}

/** The sites of a customer, once one is chosen. */
export function useSitesOf(customer: number | undefined) {
  const { data } = useQuery({
    enabled: customer !== undefined,
    queryKey: [...KEY, 'sites', customer],
    queryFn: ({ signal }) =>
      call(listInventory, {
        params: { customerId: customer ?? 0, kind: 'site' },
        query: { count: 1_000 },
        signal,
      }),
  });
  return data?.elements ?? [];
}

/** Names of the stored credentials, for users who may use them. */
export function useCredentialNames(): readonly string[] {
  const enabled = useMissingPermission(listSnmpCredentials) === undefined;
  const { data } = useQuery({
    enabled,
    queryKey: [...KEY, 'credentials'],
    queryFn: ({ signal }) => call(listSnmpCredentials, { signal }),
  });
  return data?.credentials.map(({ name }) => name) ?? [];
}
