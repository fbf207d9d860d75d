import { z } from 'zod';
import { intInRange } from '../limit/int-in-range.ts';
import { connectivity, sdwanDefaults, type Connectivity } from '../limit/collection.ts';
import { sdwanKinds } from './kind.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';
import { Line } from '../text/line.ts';

/** Characters of the id of a customer at a manager. */
export const sdwanClientId = /^[a-z0-9_\-/.]+$/;

/** How a user is let in: a token needs no session, and is no password. A VSD takes passwords only. */
export const signInMethods = ['password', 'token'] as const;
export type SignInMethod = (typeof signInMethods)[number];

const Text = Line.max(200, 'TOO_LONG');

/** Without credentials, query and fragment: paths are appended to it. */
const ManagerUrl = z
  .string()
  .trim()
  .max(500, 'TOO_LONG')
  .refine((text) => {
    const url = URL.parse(text);
    const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
    return isPlain && /^https?:$/.test(url.protocol);
  }, 'URL_INVALID');

export const SdwanServerFields = z.strictObject({
  name: Text.min(1, 'REQUIRED'),
  kind: z.enum(sdwanKinds),
  url: ManagerUrl,
  /** Of a token: whose it is, for people only. */
  login: Text.min(1, 'REQUIRED'),
  signsInWith: z.enum(signInMethods).default('password'),
  /** Day at whose start (UTC) the password or token expires, as its issuer has said; null: unknown. */
  secretExpiresOn: z.iso.date('FORMAT_INVALID').nullable().default(null),
  /** Nuage: the enterprise that the user signs in to. vManage: the organization of the tenants that are read; empty: all. */
  organization: Text,
  /** Nuage: where its statistics are; empty: none are collected. */
  elasticUrl: z.union([z.literal(''), ManagerUrl]),
  /** Nuage: the enterprise of the only customer; empty: the one that the id of the customer names, else all that the user sees. */
  vsdName: Text,
  /** Fortinet. */
  adom: Text,
  /** Fortinet; empty: every one. */
  vdom: Text,
  /** Several customers: each tenant belongs to the customer whose client id is its name in lower case. */
  isMultiTenant: z.boolean(),
  /** The only customer; null if there are several. */
  customer: z.int().positive().nullable(),
  /** Id of the only customer at the manager: the tenant or enterprise that is read, where the user sees several. */
  clientId: Text,
  verifyTls: z.boolean(),
  /** Collection sub-network: the processes of this one collect, for customers that belong to it. */
  recipientId: intInRange(1, 65_535).default(sdwanDefaults.recipientId),
  /** No proposals from this manager. */
  suspendProvisioning: z.boolean(),
  /** No samples from this manager. */
  suspendCollect: z.boolean(),
});
export type SdwanServerFields = z.infer<typeof SdwanServerFields>;

/** As entered. Without a password the stored one is kept if address and login are unchanged. */
export const SdwanServerDraft = SdwanServerFields.extend({
  password: z.string().max(1_024, 'TOO_LONG').nullable(),
});
export type SdwanServerDraft = z.infer<typeof SdwanServerDraft>;

/** Not tried: neither provisioning nor collection is on, and no user has checked. */
export const connectivityStates = [
  'available',
  'ok with lag',
  'unavailable',
  'not tried',
] as const satisfies readonly (Connectivity | 'not tried')[];
export type ConnectivityState = (typeof connectivityStates)[number];

/** Why something failed, in the language of the request. */
const Fault = z.strictObject({ code: z.string(), message: z.string() });

/** How the last attempt to reach a manager went. */
export const SdwanConnectivity = z.strictObject({
  state: z.enum(connectivityStates),
  /** Null: never tried. */
  at: z.iso.datetime().nullable(),
  /** Null without a response. */
  responseMs: z.int().nullable(),
  fault: Fault.nullable(),
});
export type SdwanConnectivity = z.infer<typeof SdwanConnectivity>;

export const synchroniseStates = ['never', 'requested', 'running', 'done', 'failed'] as const;
export type SynchroniseState = (typeof synchroniseStates)[number];

/** What is known of how long a manager lets in. */
export const SdwanCredentials = z.strictObject({
  /** Null without TLS, and as long as the manager has not responded. */
  certificate: z
    .strictObject({
      fingerprint: z.string(),
      subject: z.string(),
      expiresAt: z.iso.datetime(),
      /** When it replaced another one; null: never. */
      changedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** End of the session, which is renewed before; null: the manager does not say. */
  sessionEndsAt: z.iso.datetime().nullable(),
  /** What expires within 30 days, the first to expire first. */
  expiring: z.array(
    z.strictObject({
      what: z.enum(['certificate', 'password', 'token']),
      at: z.iso.datetime(),
      isOver: z.boolean(),
    }),
  ),
});
export type SdwanCredentials = z.infer<typeof SdwanCredentials>;

/** Names that are shown of what is not in the inventory, and characters of each. */
export const unplacedLimits = { names: 5, characters: 100, unread: 20 } as const;

const Unplaced = z.strictObject({ count: z.int(), names: z.array(z.string()) });

/** What the last collection could not place: the number, and the first names by alphabet. */
export const SdwanUnplaced = z.strictObject({
  /** Devices that the manager measures and the inventory lacks. */
  devices: Unplaced,
  /** Tenants that are no customers: nothing of them is placed. */
  tenants: Unplaced,
  /** Tenants, enterprises or ADOMs that could not be read while the others were, with the reason. */
  unread: z.array(z.strictObject({ tenant: z.string(), fault: Fault })),
});
export type SdwanUnplaced = z.infer<typeof SdwanUnplaced>;

/** A tenant that could not be read, as it is stored: the reason as a code of the catalogue. */
export interface StoredUnread {
  readonly tenant: string;
  readonly fault: { readonly code: ProblemCode; readonly params: TextParameters };
}

/** `SdwanUnplaced` as it is stored: without `unread` when every tenant was read. */
export interface StoredUnplaced extends Omit<SdwanUnplaced, 'unread'> {
  readonly unread?: readonly StoredUnread[];
}

export const SdwanServer = SdwanServerFields.extend({
  id: z.int(),
  version: z.int(),
  customerName: z.string().nullable(),
  connectivity: SdwanConnectivity,
  credentials: SdwanCredentials,
  alarms: z.strictObject({
    /** Number of alarms that are raised. */
    raised: z.int(),
    /** When they were last read; null: never. */
    at: z.iso.datetime().nullable(),
    /** Why the last reading failed. */
    fault: Fault.nullable(),
  }),
  /** When samples were last collected. */
  collectedAt: z.iso.datetime().nullable(),
  /** Null: nothing was collected yet. */
  unplaced: SdwanUnplaced.nullable(),
  applications: z.strictObject({
    /** When the volumes of applications were last read; null: the manager measures none, or was never queried. */
    at: z.iso.datetime().nullable(),
    /** Why the last reading failed. */
    fault: Fault.nullable(),
  }),
  synchronisation: z.strictObject({
    state: z.enum(synchroniseStates),
    at: z.iso.datetime().nullable(),
    fault: Fault.nullable(),
    /** Open proposals. */
    open: z.int(),
  }),
});
export type SdwanServer = z.infer<typeof SdwanServer>;

/** Time after which a manager that has not responded is unavailable. */
export const CHECK_TIMEOUT_MS = connectivity.timeoutMs;
