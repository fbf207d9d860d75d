import { z } from 'zod';
import { API, route } from '../../route.ts';
import { OidcDraft } from './oidc.ts';

const PATH = `${API}/mt/settings/oidc`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'admin', everyCustomer: true } as const;

/** A stored provider, with its secret masked. */
export const ListedOidcProvider = OidcDraft.extend({
  id: z.int(),
  version: z.int(),
  /** Accounts that are linked to it. */
  accounts: z.int(),
});
export type ListedOidcProvider = z.infer<typeof ListedOidcProvider>;

export const listOidcProviders = route({
  ...base,
  method: 'GET',
  path: PATH,
  needs: 'SETTINGS.SAML.read',
  summary: 'OpenID Connect providers by name, without secrets',
  reply: z.strictObject({
    providers: z.array(ListedOidcProvider),
    /** URL of this console, below which the addresses for a provider are. */
    publicUrl: z.string(),
  }),
});

const Stored = z.strictObject({ id: z.int(), version: z.int() });
const problems = ['VALIDATION'] as const;

export const createOidcProvider = route({
  ...base,
  method: 'POST',
  path: PATH,
  needs: 'SETTINGS.SAML.write',
  summary: 'Create an OpenID Connect provider',
  body: OidcDraft,
  reply: Stored,
  problems: [...problems, 'OIDC_TOO_MANY'],
  bodyLimit: 256 * 1_024,
});

export const updateOidcProvider = route({
  ...base,
  method: 'PUT',
  path: `${PATH}/:id`,
  needs: 'SETTINGS.SAML.write',
  summary: 'Update an OpenID Connect provider; disabling it ends the sessions of its users',
  params,
  body: OidcDraft.extend({ version: z.int() }),
  reply: Stored,
  problems: [...problems, 'NOT_FOUND', 'CONFLICT'],
  bodyLimit: 256 * 1_024,
});

export const deleteOidcProvider = route({
  ...base,
  method: 'DELETE',
  path: `${PATH}/:id`,
  needs: 'SETTINGS.SAML.write',
  summary: 'Delete an OpenID Connect provider and end the sessions of its users',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

/** Checks of a connection, in order. */
export const OidcCheck = z.enum(['discovery', 'endpoints', 'signatures', 'keys', 'client', 'signOut']);
export type OidcCheck = z.infer<typeof OidcCheck>;

export const OidcVerdict = z.strictObject({
  check: OidcCheck,
  /** `skipped`: not checked because an earlier check failed, or because the provider does not say. */
  verdict: z.enum(['passed', 'failed', 'skipped']),
  /** What was found, for administrators. */
  why: z.string().nullable(),
});
export type OidcVerdict = z.infer<typeof OidcVerdict>;

export const testOidcProvider = route({
  ...base,
  method: 'POST',
  path: `${PATH}/test`,
  needs: 'SETTINGS.SAML.write',
  summary: 'Test the connection to an OpenID Connect provider, saved or not, without signing in',
  body: z.strictObject({
    provider: OidcDraft,
    /** Id of the stored provider whose secret is used. */
    id: z.int().positive().optional(),
  }),
  reply: z.strictObject({ checks: z.array(OidcVerdict) }),
  problems: [...problems],
  bodyLimit: 256 * 1_024,
  noChange: 'act',
});
