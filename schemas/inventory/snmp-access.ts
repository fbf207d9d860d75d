import { z } from 'zod';
import { whenValid } from '../problem/when-valid.ts';

/** RFC 3414 §6 and §7, RFC 7860 §4. */
export const authProtocols = ['MD5', 'SHA', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const;
export type AuthProtocol = (typeof authProtocols)[number];

/**
 * RFC 3414 §8 and RFC 3826. AES-256 is not standardised: keys are extended as in Net-SNMP and most agents
 * (draft-blumenthal-aes-usm-04), or as Cisco does (draft-reeder-snmpv3-usm-3desede-00), `AES-256-C`.
 */
export const privProtocols = ['DES', 'AES-128', 'AES-256', 'AES-256-C'] as const;
export type PrivProtocol = (typeof privProtocols)[number];

/** Passphrases have at least 8 characters (RFC 3414 §11.2). */
const Password = z.string().min(8).max(255);

const settingFields = {
  version: z.enum(['v1', 'v2c', 'v3']).default('v2c'),
  community: z.string().min(1).max(255).optional(),
  user: z.string().min(1).max(32).optional(),
  auth: z.strictObject({ protocol: z.enum(authProtocols), password: Password }).optional(),
  priv: z.strictObject({ protocol: z.enum(privProtocols), password: Password }).optional(),
  /** Context name of v3. */
  context: z.string().max(32).optional(),
  port: z.int().min(1).max(65_535).default(161),
};
const { version, community, user, auth, priv, context } = settingFields;

/** SNMP credentials as entered: a community for v1 and v2c, a user for v3. */
export const SnmpSettings = z
  .strictObject(settingFields)
  .refine(({ version, community }) => version === 'v3' || community !== undefined, {
    error: 'SNMP_COMMUNITY_REQUIRED',
    path: ['community'],
    ...whenValid({ version, community }),
  })
  .refine(({ version, user }) => version !== 'v3' || user !== undefined, {
    error: 'SNMP_USER_REQUIRED',
    path: ['user'],
    ...whenValid({ version, user }),
  })
  .refine(({ version, community }) => version !== 'v3' || community === undefined, {
    error: 'SNMP_COMMUNITY_UNUSED',
    path: ['community'],
    ...whenValid({ version, community }),
  })
  .refine(
    ({ version, user, auth, priv, context }) => version === 'v3' || !(user ?? auth ?? priv ?? context),
    {
      error: 'SNMP_V3_REQUIRED',
      path: ['version'],
      ...whenValid({ version, user, auth, priv, context }),
    },
  )
  .refine(({ auth, priv }) => priv === undefined || auth !== undefined, {
    error: 'SNMP_PRIVACY_WITHOUT_AUTH',
    path: ['priv'],
    ...whenValid({ auth, priv }),
  });
export type SnmpSettings = z.infer<typeof SnmpSettings>;

/** SNMP v1 (RFC 1157) and v2c (RFC 3416). */
export interface CommunityAccess {
  readonly version: 'v1' | 'v2c';
  readonly port: number;
  readonly community: string;
}

/** SNMP v3 with the user-based security model (RFC 3414). */
export interface UserAccess {
  readonly version: 'v3';
  readonly port: number;
  readonly user: string;
  /** Empty: the default context. */
  readonly context: string;
  readonly auth: { readonly protocol: AuthProtocol; readonly password: string } | undefined;
  readonly priv: { readonly protocol: PrivProtocol; readonly password: string } | undefined;
}

export type SnmpAccess = CommunityAccess | UserAccess;

/** Stored SNMP access: secrets are sealed and opened only to query the device. */
export interface SealedAccess {
  readonly version: SnmpAccess['version'];
  readonly sealed: SnmpAccess;
}
