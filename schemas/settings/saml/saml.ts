import { z } from 'zod';
import { intInRange } from '../../limit/int-in-range.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { identityMapping, MAX_MAPPINGS, ProviderText } from '../identity/mapping.ts';

const text = ProviderText;
const url = z.url({ protocol: /^https?$/, error: 'URL_INVALID' }).max(2_000, 'TOO_LONG');
/** Path on this console, reachable by the browser. */
const path = z
  .string()
  .regex(/^\/[\w./~-]*$/, 'INPUT_INVALID')
  .max(500, 'TOO_LONG');

/** Source and meaning of a user property: the assertion, or the response of the extra-attributes URL. */
export const SamlMapping = identityMapping(['SAML', 'EXTRA']);
export type SamlMapping = z.infer<typeof SamlMapping>;

/** A header name (RFC 9110, 5.6.2) without effect on routing or framing. */
const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'INPUT_INVALID')
  .refine(
    (name) => !/^(host|connection|content-length|transfer-encoding|upgrade)$/i.test(name),
    'INPUT_INVALID',
  );

/** Placeholder of a stored secret: never returned; saving it keeps the secret. */
export const UNCHANGED_SECRET = '(kept)';

export const MAX_CERTIFICATES = 4;
export const MAX_CONTEXT_CLASSES = 20;

export const SamlSettings = z.strictObject({
  enabled: z.boolean(),
  /** Label of the sign-in button. */
  name: text,
  /** Entity id of this console and required audience of assertions. */
  entityId: text,
  /** Base URL of this console for the identity provider. */
  baseUrl: url,
  /** Paths for assertions and logout messages, below the base URL. */
  loginUrl: path,
  logoutUrl: path,
  /** Entity id of the identity provider: other issuers are rejected. */
  idpEntityId: text,
  /** URLs for sign-in and sign-out requests (null: sign-out ends only the local session). */
  idpSsoUrl: url,
  idpLogoutUrl: url.nullable(),
  /** PEM; several during a key rollover. Each is accepted while it is valid, so that the next one can be stored before. */
  certificates: z
    .array(z.string().trim().min(1, 'REQUIRED').max(20_000, 'TOO_LONG'))
    .min(1, 'REQUIRED')
    .max(MAX_CERTIFICATES),
  workflow: z.enum(['SP', 'IDP']),
  binding: z.enum(['REDIRECT', 'POST']),
  /** Required signatures: response and assertion, or assertion only. */
  signed: z.enum(['RESPONSE', 'ASSERTION']),
  /** Maximum age of a response, seconds. */
  validitySeconds: intInRange(10, 3_600),
  /** Tolerated clock skew, seconds. */
  skewSeconds: intInRange(0, 120),
  /** Maximum session length, minutes; the identity provider may shorten it. */
  sessionMinutes: intInRange(5, 720),
  /**
   * Accepted authentication context classes (`AuthnContextClassRef`; SAML core, 2.7.2.2), compared exactly; empty: any. Absent in
   * older settings.
   */
  contextClasses: z.array(text).max(MAX_CONTEXT_CLASSES).default([]),
  /** PEM; signs our messages. Null: unsigned. */
  privateKey: z.string().trim().max(20_000).nullable(),
  /** PEM; published in our metadata. */
  publicCertificate: z.string().trim().max(20_000).nullable(),
  /** URL of more user attributes as JSON; `{username}` is replaced. */
  extra: z
    .strictObject({
      url: z.string().trim().min(1, 'REQUIRED').max(2_000, 'TOO_LONG'),
      headers: z.array(z.strictObject({ name: headerName, value: z.string().max(4_000) })).max(20),
    })
    .nullable(),
  /** Default role of users without a role mapping; null: such users are rejected. */
  defaultRole: z.int().positive().nullable(),
  mappings: z.array(SamlMapping).max(MAX_MAPPINGS),
});
export type SamlSettings = z.infer<typeof SamlSettings>;

export const SAML_ACS_PATH = '/api/v1/saml/acs';
export const SAML_LOGOUT_PATH = '/api/v1/saml/logout';
export const SAML_LOGIN_PATH = '/api/v1/saml/login';
/** Shown on the sign-in page after any rejection: the reason is only logged, since it would help attackers. */
export const SAML_REFUSED = 'LOGIN_PROVIDER_REFUSED' satisfies ProblemCode;
/** Shown if the authentication context class is missing, which the user can resolve. */
export const SAML_CONTEXT_REFUSED = 'LOGIN_CONTEXT_REFUSED' satisfies ProblemCode;
