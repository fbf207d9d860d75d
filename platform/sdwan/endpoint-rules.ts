import { ManagerError } from './sdwan-error.ts';
import { encodeSegment, endpointParts } from './endpoint-path.ts';
import { sdwanKindNames, sdwanKinds, type SdwanKind } from '#schemas/sdwan/kind.ts';

/** What is replaced by the id of the customer's tenant: vManage's tenant, Nuage's enterprise, Fortinet's ADOM. */
const TENANT = '{manager.tenant}';

/** Paths by which the interfaces of the vendors are known. */
const known: Readonly<Record<SdwanKind, RegExp>> = {
  vmanage: /^\/dataservice\//,
  nuage: /^\/nuage\/api\//,
  fortinet: /^\/(?:dvmdb|pm|api\/v2)\//,
};

export interface EndpointRule {
  readonly kind: SdwanKind;
  /** Id of the customer's part of the manager; empty: all of it is the customer's. */
  readonly tenant: string;
  /** Whether dashlets may read a path, by its decoded segments. */
  readonly allows: (segments: readonly string[]) => boolean;
  /** How it is said. */
  readonly below: string;
}

/**
 * The path of a dashlet within the customer's part of the manager. Throws SDWAN_ENDPOINT_OF_OTHER for a path of another vendor and
 * SDWAN_ENDPOINT_NOT_ALLOWED for one outside of that part, or that servers read differently.
 */
export function endpointPath(given: string, { kind, tenant, allows, below }: EndpointRule): `/${string}` {
  const parts = endpointParts(given.replaceAll(TENANT, encodeSegment(tenant)));
  if (parts !== undefined && allows(parts.segments)) return `${parts.path}${parts.query}`;
  const other = sdwanKinds.find((vendor) => vendor !== kind && known[vendor].test(given));
  if (other !== undefined) {
    const names = { endpoint: sdwanKindNames[other], manager: sdwanKindNames[kind] };
    throw new ManagerError('SDWAN_ENDPOINT_OF_OTHER', names);
  }
  throw new ManagerError('SDWAN_ENDPOINT_NOT_ALLOWED', { path: below });
}

/** Lower-case names, so that no header is there twice. */
export const lowerHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
