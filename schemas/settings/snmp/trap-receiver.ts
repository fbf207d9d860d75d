import { z } from 'zod';
import { intInRange } from '../../limit/int-in-range.ts';
import { filterFields, platformEventsField, restrictedField } from '../notification-scope.ts';
import { authProtocols } from '../../inventory/snmp-access.ts';
import { Line } from '../../text/line.ts';

/** DES is supported only for legacy agents, not for receivers. */
export const trapPrivProtocols = ['AES-128', 'AES-256', 'AES-256-C'] as const;

/** RFC 3414 §11.2: at least 8 characters. */
const Password = z.string().min(8, 'TOO_SHORT').max(255, 'TOO_LONG');
const Community = z.string().min(1, 'REQUIRED').max(255, 'TOO_LONG');

const V2c = z.strictObject({ version: z.literal('v2c'), community: Community });
const V3 = z.strictObject({
  version: z.literal('v3'),
  user: z.string().trim().min(1, 'REQUIRED').max(32, 'TOO_LONG'),
  auth: z.strictObject({ protocol: z.enum(authProtocols), password: Password }).nullable(),
  priv: z.strictObject({ protocol: z.enum(trapPrivProtocols), password: Password }).nullable(),
});

const noPrivacyAlone = (access: { version: string; auth?: unknown; priv?: unknown }): boolean =>
  access.version === 'v2c' || access.priv === null || access.auth !== null;
/** RFC 3411 §3.4.3. */
const PRIVACY_ALONE = {
  error: 'TRAP_PRIVACY_ALONE',
  path: ['priv'],
};

/** A receiver of SNMP traps of alarms. */
export const TrapReceiver = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  enabled: z.boolean(),
  host: z.string().trim().min(1, 'REQUIRED').max(255, 'TOO_LONG'),
  port: intInRange(1, 65_535).default(162),
  /** Inform: acknowledged by the receiver, else retried (RFC 3416 §4.2.7). */
  inform: z.boolean(),
  access: z.discriminatedUnion('version', [V2c, V3]).refine(noPrivacyAlone, PRIVACY_ALONE),
  ...filterFields,
  ...restrictedField,
  ...platformEventsField,
});
export type TrapReceiver = z.infer<typeof TrapReceiver>;

const orStored = <Shape extends z.ZodType>(secret: Shape) => secret.nullable();

/** Form input: a null secret keeps the stored one. */
export const TrapReceiverDraft = TrapReceiver.extend({
  access: z
    .discriminatedUnion('version', [
      V2c.extend({ community: orStored(Community) }),
      V3.extend({
        auth: V3.shape.auth
          .unwrap()
          .extend({ password: orStored(Password) })
          .nullable(),
        priv: V3.shape.priv
          .unwrap()
          .extend({ password: orStored(Password) })
          .nullable(),
      }),
    ])
    .refine(noPrivacyAlone, PRIVACY_ALONE),
});
export type TrapReceiverDraft = z.infer<typeof TrapReceiverDraft>;

/** Name of the setting of the SNMP engine of a notification process. */
export const ENGINE_SETTINGS = 'snmp.engine.';
export const engineSetting = (process: string): string => `${ENGINE_SETTINGS}${process}`;

/** snmpEngineID, hexadecimal, and snmpEngineBoots (RFC 3414 §2.2). */
export const SenderEngineSetting = z.strictObject({ id: z.string(), boots: z.int() });
