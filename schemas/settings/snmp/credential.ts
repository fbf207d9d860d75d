import { z } from 'zod';
import { intInRange } from '../../limit/int-in-range.ts';
import { authProtocols, privProtocols } from '../../inventory/snmp-access.ts';
import { Line } from '../../text/line.ts';

/** RFC 3414 §11.2: at least 8 characters. */
const Passphrase = z.string().min(8, 'TOO_SHORT').max(255, 'TOO_LONG');
const Community = z.string().min(1, 'REQUIRED').max(255, 'TOO_LONG');

const V1 = z.strictObject({ version: z.literal('v1'), community: Community.nullable() });
const V2c = z.strictObject({ version: z.literal('v2c'), community: Community.nullable() });
const V3 = z.strictObject({
  version: z.literal('v3'),
  user: z.string().trim().min(1, 'REQUIRED').max(32, 'TOO_LONG'),
  auth: z.strictObject({ protocol: z.enum(authProtocols), password: Passphrase.nullable() }).nullable(),
  priv: z.strictObject({ protocol: z.enum(privProtocols), password: Passphrase.nullable() }).nullable(),
});

/** How to read a device. A null secret keeps the stored one. */
export const CredentialAccess = z
  .discriminatedUnion('version', [V1, V2c, V3])
  .refine((access) => access.version !== 'v3' || access.priv === null || access.auth !== null, {
    error: 'SNMP_PRIVACY_WITHOUT_AUTH',
    path: ['priv'],
  });
export type CredentialAccess = z.infer<typeof CredentialAccess>;

/** SNMP access under a name, which discoveries and devices refer to. */
export const SnmpCredentialDraft = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  port: intInRange(1, 65_535).default(161),
  /** Context name of v3; empty: the default context. */
  context: z.string().max(32, 'TOO_LONG').default(''),
  access: CredentialAccess,
});
export type SnmpCredentialDraft = z.infer<typeof SnmpCredentialDraft>;

/** RFC 3411 §3.4.3. */
export type SecurityLevel = 'noAuthNoPriv' | 'authNoPriv' | 'authPriv';

/** Undefined for a community. */
export function securityLevelOf(access: CredentialAccess): SecurityLevel | undefined {
  if (access.version !== 'v3') return undefined;
  if (access.auth === null) return 'noAuthNoPriv';
  return access.priv === null ? 'authNoPriv' : 'authPriv';
}
