import type { Fault } from '../problem/fault.ts';
import { sdwanClientId, type SdwanServerFields } from './server.ts';

type Facts = Pick<
  SdwanServerFields,
  'kind' | 'organization' | 'adom' | 'isMultiTenant' | 'customer' | 'clientId' | 'signsInWith'
>;

const required = (path: string): Fault => ({ path, code: 'REQUIRED' });

/** What managers of one vendor need. */
function vendorFaults({ kind, organization, adom, isMultiTenant, signsInWith }: Facts): readonly Fault[] {
  if (kind === 'fortinet') return !isMultiTenant && adom === '' ? [required('adom')] : [];
  if (kind !== 'nuage') return [];
  return [
    ...(signsInWith === 'token' ? [{ path: 'signsInWith', code: 'SDWAN_TOKEN_UNSUPPORTED' } as const] : []),
    ...(organization === '' ? [required('organization')] : []),
  ];
}

/** What a kind of manager needs in addition to the contract, and what the information of its customer must be. */
export function sdwanServerFaults(server: Facts): readonly Fault[] {
  const { isMultiTenant, customer, clientId } = server;
  return [
    ...vendorFaults(server),
    ...(!isMultiTenant && customer === null
      ? [{ path: 'customer', code: 'SDWAN_CLIENT_REQUIRED' } as const]
      : []),
    ...(clientId !== '' && !sdwanClientId.test(clientId)
      ? [{ path: 'clientId', code: 'SDWAN_CLIENT_ID_INVALID' } as const]
      : []),
  ];
}

/** The client id of a tenant; undefined where its name has other characters. */
export function tenantClientId(tenant: string): string | undefined {
  const id = tenant.trim().toLowerCase();
  return sdwanClientId.test(id) ? id : undefined;
}

/** The address of a manager, however it is written: without a final slash and a port that its scheme implies. */
export function managerAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
