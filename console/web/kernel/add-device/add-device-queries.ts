import { useQuery } from '@tanstack/react-query';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { readFirstSteps } from '#schemas/first-steps/first-steps.ts';
import { proposeDevice } from '#schemas/inventory/device-proposal.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** What a new device changes, apart from the session. */
export const addDeviceTouches = [readFirstSteps, listInventory, listSnmpCredentials, listUnknownExporters];

/** What is known of an exporter to adopt; read once, since the form is filled in with it. */
export function useDeviceProposal(address: string) {
  const isAllowed = useMissingPermission(proposeDevice) === undefined;
  const enabled = isAllowed && address !== '';
  const { data, isPending } = useQuery({
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    ...routeQuery(proposeDevice, { query: { address } }),
  });
  return { proposal: data, isPending: enabled && isPending };
}

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
