import { z } from 'zod';
import { intInRange } from '../../limit/int-in-range.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';

const text = z.string().trim().min(1, 'REQUIRED').max(1_000, 'TOO_LONG');
const url = z.url({ protocol: /^https?$/, error: 'URL_INVALID' }).max(2_000, 'TOO_LONG');
/** Path on this console, as the browser of the user reaches it. */
const path = z
  .string()
  .regex(/^\/[\w./~-]*$/, 'INPUT_INVALID')
  .max(500, 'TOO_LONG');

export const samlProperties = [
  'ROLE',
  'PROFILE',
  'CUSTOMER',
  'USERNAME',
  'FIRSTNAME',
  'LASTNAME',
  'EMAIL',
  'ALL_CUSTOMERS',
] as const;

/** Where a property of the user is read, and what its value means. */
export const SamlMapping = z.strictObject({
  type: z.enum(samlProperties),
  /** The assertion, or the answer of the URL for extra attributes. */
  source: z.enum(['SAML', 'EXTRA']),
  /** Name of the attribute, `nameID` for the subject; or a path in the JSON: `user.groups[0].name`. */
  path: text,
  /** The mapping holds when the value is this one, to the letter; null: the value itself names the role, profile or customer. */
  expected: text.nullable(),
  /** With an expected value: the role or profile that it stands for. */
  target: text.nullable(),
  /** How value or target name a role, a profile or a customer. Names are compared to the letter. */
  by: z.enum(['name', 'id']),
});
export type SamlMapping = z.infer<typeof SamlMapping>;

/** A header name (RFC 9110, 5.6.2) that does not change where the request goes or how it is framed. */
const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'INPUT_INVALID')
  .refine(
    (name) => !/^(host|connection|content-length|transfer-encoding|upgrade)$/i.test(name),
    'INPUT_INVALID',
  );

/** Stands for a secret that is stored: it is never told, and saved it keeps what is there. */
export const KEPT_SECRET = '(kept)';

export const MAX_CERTIFICATES = 4;
export const MAX_CONTEXT_CLASSES = 20;

export const SamlSettings = z.strictObject({
  enabled: z.boolean(),
  /** On the button of the sign-in page. */
  name: text,
  /** Name of this console at the identity provider; assertions must be made out to it. */
  entityId: text,
  /** Address of this console as the identity provider knows it. */
  baseUrl: url,
  /** Where assertions come in, and where logout messages do, below the base URL. */
  loginUrl: path,
  logoutUrl: path,
  /** Name of the identity provider: messages of any other are refused. */
  idpEntityId: text,
  /** Where it takes requests to sign in, and to sign out (null: signing out ends the session here only). */
  idpSsoUrl: url,
  idpLogoutUrl: url.nullable(),
  /** PEM; two while it changes its key. */
  certificates: z
    .array(z.string().trim().min(1, 'REQUIRED').max(20_000, 'TOO_LONG'))
    .min(1, 'REQUIRED')
    .max(MAX_CERTIFICATES),
  workflow: z.enum(['SP', 'IDP']),
  binding: z.enum(['REDIRECT', 'POST']),
  /** Which signatures are asked for: of the response and the assertion in it, or of the assertion alone. */
  signed: z.enum(['RESPONSE', 'ASSERTION']),
  /** Seconds for which an answer is good after it was made. */
  validitySeconds: intInRange(10, 3_600),
  /** Difference of the clocks that is tolerated, seconds. */
  skewSeconds: intInRange(0, 120),
  /** Latest end of a session, minutes; earlier when the identity provider says so. */
  sessionMinutes: intInRange(5, 720),
  /**
   * Classes of authentication context (`AuthnContextClassRef`; SAML core, 2.7.2.2) of which an assertion must tell one, to the letter;
   * none: whatever the provider asks of its users is enough. Settings of before know none.
   */
  contextClasses: z.array(text).max(MAX_CONTEXT_CLASSES).default([]),
  /** PEM; our messages are signed with it. Null: they are not signed. */
  privateKey: z.string().trim().max(20_000).nullable(),
  /** PEM; goes into our metadata. */
  publicCertificate: z.string().trim().max(20_000).nullable(),
  /** More about the user, as JSON; `{username}` stands for his name. */
  extra: z
    .strictObject({
      url: z.string().trim().min(1, 'REQUIRED').max(2_000, 'TOO_LONG'),
      headers: z.array(z.strictObject({ name: headerName, value: z.string().max(4_000) })).max(20),
    })
    .nullable(),
  /** Id of the role of users for whom no mapping finds one; null: they are refused. */
  defaultRole: z.int().positive().nullable(),
  mappings: z.array(SamlMapping).max(100),
});
export type SamlSettings = z.infer<typeof SamlSettings>;

export const SAML_ACS_PATH = '/api/v1/saml/acs';
export const SAML_LOGOUT_PATH = '/api/v1/saml/logout';
export const SAML_LOGIN_PATH = '/api/v1/saml/login';
/** What the sign-in page says after any refusal: the reason stands in the log, and would help a forger. */
export const SAML_REFUSED = 'LOGIN_PROVIDER_REFUSED' satisfies ProblemCode;
/** After an assertion of the provider's that tells no class which is asked for: its user can do something about that. */
export const SAML_CONTEXT_REFUSED = 'LOGIN_CONTEXT_REFUSED' satisfies ProblemCode;
