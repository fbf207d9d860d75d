import { ManagerError } from './sdwan-error.ts';
import { sdwanKindNames, sdwanKinds } from '#schemas/sdwan/kind.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';

/** What is replaced by the id of the customer's tenant: vManage's tenant, Nuage's enterprise, Fortinet's ADOM. */
const TENANT = '{manager.tenant}';

/** Paths by which the interfaces of the vendors are known. */
const known: Readonly<Record<SdwanKind, RegExp>> = {
  vmanage: /^\/dataservice\//,
  nuage: /^\/nuage\/api\//,
  fortinet: /^\/(?:dvmdb|pm|api\/v2)\//,
};

/** Segments that leave their parent, also encoded ones: what a server makes of them is not known. */
const LEAVES = /(?:^|\/)\.{1,2}(?:\/|$)|%2e|%2f|%5c|\\|\/\//i;

export interface EndpointRule {
  readonly kind: SdwanKind;
  /** Id of the customer's part of the manager; empty: all of it is the customer's. */
  readonly tenant: string;
  /** What a path must match, and how it is said. */
  readonly allows: RegExp;
  readonly below: string;
  /** What returns credentials or sessions. */
  readonly rejects?: RegExp;
}

/**
 * The path of a dashlet within the customer's part of the manager. Throws SDWAN_ENDPOINT_OF_OTHER for a path of another vendor and
 * SDWAN_ENDPOINT_NOT_ALLOWED for one outside of that part.
 */
export function endpointPath(
  given: string,
  { kind, tenant, allows, below, rejects }: EndpointRule,
): `/${string}` {
  const path = given.replaceAll(TENANT, encodeURIComponent(tenant));
  const [plain = ''] = path.split(/[?#]/);
  if (path.startsWith('/') && !LEAVES.test(plain) && allows.test(plain) && rejects?.test(plain) !== true)
    return path as `/${string}`;
  const other = sdwanKinds.find((vendor) => vendor !== kind && known[vendor].test(plain));
  if (other !== undefined) {
    const names = { endpoint: sdwanKindNames[other], manager: sdwanKindNames[kind] };
    throw new ManagerError('SDWAN_ENDPOINT_OF_OTHER', names);
  }
  throw new ManagerError('SDWAN_ENDPOINT_NOT_ALLOWED', { path: below });
}

/** A text inside a regular expression. */
export const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Lower-case names, so that no header is there twice. */
export const lowerHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
