import {
  bigint,
  byDefault,
  flag,
  instant,
  integer,
  json,
  key,
  orNull,
  references,
  relation,
  sharedKey,
  text,
  textKey,
} from './relation.ts';

/** Terms and conditions: the newest version is in force, older ones say what was accepted. */
export const terms = relation({
  name: 'terms',
  columns: {
    version: key,
    en: text,
    fr: text,
    published_at: instant,
    published_by: orNull(references(integer, 'account', 'SET NULL')),
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

/** The link holds the token, the table only its SHA-256. */
export const passwordReset = relation({
  name: 'password_reset',
  columns: {
    token_hash: textKey,
    account_id: references(integer, 'account'),
    /** SHA-256 of the stored password hash when the link was made: any other password since voids the link. */
    password_fingerprint: text,
    ends_at: instant,
  },
  indexes: ['CREATE INDEX password_reset_account ON password_reset (account_id)'],
});

/** Who has proved his password, or his identity elsewhere, and has a step left before he is signed in. */
export const pendingSignIn = relation({
  name: 'pending_sign_in',
  columns: {
    session_hash: { ...textKey, sql: 'text PRIMARY KEY REFERENCES session ON DELETE CASCADE' },
    account_id: references(integer, 'account'),
    /** The second factor was given, or the identity provider answers for it. */
    second_factor_passed: byDefault(flag, 'false'),
    /** Where the identity comes from when not from here: see `session_origin`. */
    origin: orNull(json<unknown>()),
    /** Latest end of the session to come. */
    session_ends_at: orNull(instant),
    ends_at: instant,
  },
});

/** Time-based one-time passwords (RFC 6238). */
export const secondFactor = relation({
  name: 'second_factor',
  columns: {
    account_id: sharedKey('account'),
    /** In force; sealed by the key of the installation (`platform/secret`). Null: none is. */
    secret: orNull(text),
    /** Being set up: in force as soon as the application on the telephone has shown a right code of it. */
    next_secret: orNull(text),
    confirmed_at: orNull(instant),
    /** Time step of the last code taken: neither it nor an older one is taken again. */
    last_step: byDefault(bigint, '0'),
  },
});

export const recoveryCode = relation({
  name: 'recovery_code',
  columns: { account_id: references(integer, 'account'), code_hash: text },
  constraints: ['PRIMARY KEY (account_id, code_hash)'],
});

/** Roles whose users must have a second factor. */
export const roleSecondFactor = relation({
  name: 'role_second_factor',
  columns: { role_id: sharedKey('role') },
});

/** Accounts by the name that an identity provider has for them. */
export const accountIdentity = relation({
  name: 'account_identity',
  columns: { issuer: text, name_id: text, account_id: references(integer, 'account') },
  constraints: ['PRIMARY KEY (issuer, name_id)'],
  indexes: ['CREATE INDEX account_identity_account ON account_identity (account_id)'],
});

/** Requests sent to the identity provider that wait for their answer. */
export const samlRequest = relation({
  name: 'saml_request',
  columns: { id: textKey, value: text, made_at: instant, ends_at: instant },
});

/** Assertions taken, until they expire: none is taken twice. */
export const samlAssertion = relation({
  name: 'saml_assertion',
  columns: { issuer: text, id: text, ends_at: instant },
  constraints: ['PRIMARY KEY (issuer, id)'],
});

/** Sessions that an identity provider vouched for, so that it can end them. */
export const sessionOrigin = relation({
  name: 'session_origin',
  columns: {
    session_hash: { ...textKey, sql: 'text PRIMARY KEY REFERENCES session ON DELETE CASCADE' },
    issuer: text,
    name_id: text,
    name_id_format: text,
    session_index: orNull(text),
  },
  indexes: ['CREATE INDEX session_origin_name ON session_origin (name_id)'],
});
