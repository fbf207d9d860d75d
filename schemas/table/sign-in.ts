import {
  bigint,
  withDefault,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  sharedKey,
  text,
  textKey,
  unique,
} from './relation.ts';

/** Terms and conditions: the newest version applies, older ones document what was accepted. */
export const terms = relation({
  name: 'terms',
  columns: {
    version: key,
    en: text,
    fr: text,
    published_at: instant,
    published_by: nullableField(references(integer, 'account', 'SET NULL')),
  },
});

export const termsAcceptance = relation({
  name: 'terms_acceptance',
  columns: {
    account_id: references(integer, 'account'),
    version: references(integer, 'terms'),
    accepted_at: instant,
  },
  constraints: ['PRIMARY KEY (account_id, version)'],
});

/** The link contains the token, the table only its SHA-256. */
export const passwordReset = relation({
  name: 'password_reset',
  columns: {
    token_hash: textKey,
    account_id: references(integer, 'account'),
    /** SHA-256 of the stored password hash when the link was created: a password change invalidates the link. */
    password_fingerprint: text,
    ends_at: instant,
  },
  indexes: ['CREATE INDEX password_reset_account ON password_reset (account_id)'],
});

/**
 * Browsers with which a user has signed in. The failures of others do not delay or lock them out. The cookie holds the token, the
 * table its SHA-256.
 */
export const knownBrowser = relation({
  name: 'known_browser',
  columns: {
    account_id: references(integer, 'account'),
    token_hash: text,
    /** Failures in a row with this browser. */
    failures: withDefault(integer, '0'),
    used_at: instant,
  },
  constraints: ['PRIMARY KEY (account_id, token_hash)'],
  indexes: ['CREATE INDEX known_browser_token ON known_browser (token_hash)'],
});

/** A sign-in after the password or an external identity was verified, with a step left. */
export const pendingSignIn = relation({
  name: 'pending_sign_in',
  columns: {
    session_hash: { ...textKey, sql: 'text PRIMARY KEY REFERENCES session ON DELETE CASCADE' },
    account_id: references(integer, 'account'),
    /** The second factor was verified, here or by the identity provider. */
    second_factor_passed: withDefault(flag, 'false'),
    /** Origin of an external identity: see `session_origin`. */
    origin: nullableField(json<unknown>()),
    /** Latest end of the future session. */
    session_ends_at: nullableField(instant),
    ends_at: instant,
  },
});

/** Time-based one-time passwords (RFC 6238). */
export const secondFactor = relation({
  name: 'second_factor',
  columns: {
    account_id: sharedKey('account'),
    /** Active secret; sealed with the key of the installation (`platform/secret`). Null: none. */
    secret: nullableField(text),
    /** Pending secret: it becomes active when the user enters a valid code for it. */
    next_secret: nullableField(text),
    confirmed_at: nullableField(instant),
    /** Time step of the last accepted code: it and older ones are rejected. */
    last_step: withDefault(bigint, '0'),
  },
});

export const recoveryCode = relation({
  name: 'recovery_code',
  columns: { account_id: references(integer, 'account'), code_hash: text },
  constraints: ['PRIMARY KEY (account_id, code_hash)'],
});

/** Roles whose users must use a second factor. */
export const roleSecondFactor = relation({
  name: 'role_second_factor',
  columns: { role_id: sharedKey('role') },
});

/** Accounts by their name at an identity provider. */
export const accountIdentity = relation({
  name: 'account_identity',
  columns: { issuer: text, name_id: text, account_id: references(integer, 'account') },
  constraints: ['PRIMARY KEY (issuer, name_id)'],
  indexes: ['CREATE INDEX account_identity_account ON account_identity (account_id)'],
});

/** Requests to the identity provider that await a response. */
export const samlRequest = relation({
  name: 'saml_request',
  columns: {
    id: textKey,
    value: text,
    /** SHA-256 of the cookie of the browser that was sent to sign in: only it may return the response. Empty for logout. */
    browser_hash: text,
    made_at: instant,
    ends_at: instant,
  },
});

/** Accepted assertions until they expire, to reject replays. */
export const samlAssertion = relation({
  name: 'saml_assertion',
  columns: { issuer: text, id: text, ends_at: instant },
  constraints: ['PRIMARY KEY (issuer, id)'],
});

/** OpenID Connect providers. */
export const oidcProvider = relation({
  name: 'oidc_provider',
  columns: {
    id: key,
    name: text,
    /** Part of the addresses of the console for this provider. */
    slug: unique(text),
    enabled: flag,
    /** In the form in which issuers are compared. */
    issuer: unique(text),
    /** Sealed. Null: a public client. */
    client_secret: nullableField(text),
    /** Everything else of its form (`schemas/settings/oidc`). */
    settings: json<unknown>(),
    version: withDefault(integer, '1'),
  },
});

/** Requests to OpenID Connect providers that await a response. */
export const oidcRequest = relation({
  name: 'oidc_request',
  columns: {
    /** SHA-256 of the state. */
    state_hash: textKey,
    provider_id: references(integer, 'oidc_provider'),
    /** SHA-256 of the cookie of the browser that was sent to sign in: only it may return the response. */
    browser_hash: text,
    nonce: text,
    /** Proof key for code exchange. */
    verifier: text,
    next: text,
    ends_at: instant,
  },
});

/** Accepted logout tokens of OpenID Connect providers until they expire, to reject replays. */
export const oidcLogoutToken = relation({
  name: 'oidc_logout_token',
  columns: { issuer: text, token_id: text, ends_at: instant },
  constraints: ['PRIMARY KEY (issuer, token_id)'],
});

/** Sessions from an identity provider, so that it can end them. */
export const sessionOrigin = relation({
  name: 'session_origin',
  columns: {
    session_hash: { ...textKey, sql: 'text PRIMARY KEY REFERENCES session ON DELETE CASCADE' },
    issuer: text,
    name_id: text,
    name_id_format: text,
    session_index: nullableField(text),
    /** ID token of OpenID Connect, by which the provider recognises the session at the sign-out. */
    id_token: nullableField(text),
  },
  indexes: ['CREATE INDEX session_origin_name ON session_origin (name_id)'],
});
