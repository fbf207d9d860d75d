import { z } from 'zod';
import { intInRange } from '../../limit/int-in-range.ts';
import { API } from '../../route.ts';
import { Line } from '../../text/line.ts';
import { identityMapping, MAX_MAPPINGS, ProviderText } from '../identity/mapping.ts';

/** Source and meaning of a user property: the claims of the ID token, or those of the UserInfo endpoint. */
export const OidcMapping = identityMapping(['ID_TOKEN', 'USERINFO']);
export type OidcMapping = z.infer<typeof OidcMapping>;

/** An issuer identifier is a URL without query and fragment (OpenID Connect Discovery 1.0, 3). */
const Issuer = z
  .url({ protocol: /^https?$/, error: 'URL_INVALID', abort: true })
  .max(1_000, 'TOO_LONG')
  .refine((text) => !/[?#@]/.test(text), 'URL_INVALID')
  .refine((text) => !text.includes('/.well-known/'), 'OIDC_ISSUER_WELL_KNOWN');

/** A value of `scope` (RFC 6749, 3.3). */
const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'INPUT_INVALID');

/** How the console proves to the token endpoint that it is the client (OpenID Connect Core 1.0, 9). */
export const ClientAuthentication = z.enum(['client_secret_basic', 'client_secret_post', 'none']);
export type ClientAuthentication = z.infer<typeof ClientAuthentication>;

/** An OpenID Connect provider, as entered in its form. */
export const OidcDraft = z.strictObject({
  /** Label of the sign-in button. */
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  /** Its part of the addresses of the console: each provider has its own (RFC 9700, 4.4.2). */
  slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'OIDC_SLUG_INVALID'),
  enabled: z.boolean(),
  issuer: Issuer,
  clientId: ProviderText,
  /** Null: a public client. Returned as `UNCHANGED_SECRET`. */
  clientSecret: z.string().min(1, 'REQUIRED').max(4_000, 'TOO_LONG').nullable(),
  clientAuthentication: ClientAuthentication,
  /** Requested scopes; `openid` is always added. */
  scopes: z.array(Scope).max(30),
  /** Tolerated clock skew, seconds. */
  skewSeconds: intInRange(0, 120),
  /** Maximum session length, minutes. */
  sessionMinutes: intInRange(5, 720),
  /** Signing out here also signs the user out at the provider. */
  signsOut: z.boolean(),
  /** Links an account that was prepared for external sign-in by its username, at the first sign-in. */
  linksPrepared: z.boolean(),
  /** Default role of users without a role mapping; null: such users are rejected. */
  defaultRole: z.int().positive().nullable(),
  mappings: z.array(OidcMapping).max(MAX_MAPPINGS),
});
export type OidcDraft = z.infer<typeof OidcDraft>;

export const MAX_OIDC_PROVIDERS = 20;

/** Addresses of the console for a provider, below its URL. */
export const oidcPaths = {
  login: (slug: string): string => `${API}/oidc/${slug}/login`,
  callback: (slug: string): string => `${API}/oidc/${slug}/callback`,
  backchannelLogout: (slug: string): string => `${API}/oidc/${slug}/backchannel-logout`,
} as const;
