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

/** Sessions from an identity provider, so that it can end them. */
export const sessionOrigin = relation({
  name: 'session_origin',
  columns: {
    session_hash: { ...textKey, sql: 'text PRIMARY KEY REFERENCES session ON DELETE CASCADE' },
    issuer: text,
    name_id: text,
    name_id_format: text,
    session_index: nullableField(text),
  },
  indexes: ['CREATE INDEX session_origin_name ON session_origin (name_id)'],
});
