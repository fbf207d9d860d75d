import {
  withDefault,
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  textKey,
  texts,
  unique,
  uniqueIgnoringCase,
} from './relation.ts';

export const role = relation({
  name: 'role',
  columns: {
    id: key,
    label: text,
    is_default: withDefault(flag, 'false'),
    is_admin: withDefault(flag, 'false'),
    /** Account that created it, also after its deletion: ids are not reused. Null: the product. */
    owner_id: nullableField(integer),
    /** Incremented by each change: a save names the version it is based on. */
    version: withDefault(integer, '1'),
  },
  indexes: [
    uniqueIgnoringCase('role', 'label'),
    'CREATE UNIQUE INDEX role_one_default ON role (is_default) WHERE is_default',
  ],
});

export const rolePermission = relation({
  name: 'role_permission',
  columns: { role_id: references(integer, 'role'), permission: text },
  constraints: ['PRIMARY KEY (role_id, permission)'],
});

export const account = relation({
  name: 'account',
  columns: {
    id: key,
    username: text,
    /** argon2id, PHC string form; null for accounts that sign in elsewhere. */
    password_hash: nullableField(text),
    first_name: withDefault(text, "''"),
    last_name: withDefault(text, "''"),
    email: withDefault(text, "''"),
    language: nullableField(text),
    role_id: references(integer, 'role', 'RESTRICT'),
    /** Sees every customer, including future ones. */
    all_customers: withDefault(flag, 'false'),
    /** `admin`, `inactivity`, `retries`, `expired`; null when not locked. */
    lock_reason: nullableField(text),
    locked_at: nullableField(instant),
    /** End of a lock by failed sign-ins. Null: it lasts until it is lifted. */
    lock_ends_at: nullableField(instant),
    failed_logins: withDefault(integer, '0'),
    /** Locks by failed sign-ins since the last successful one: each lasts twice as long as the one before. */
    retry_locks: withDefault(integer, '0'),
    last_access_at: nullableField(instant),
    /** Null: the user never chose the password. */
    password_updated_at: nullableField(instant),
    created_at: withDefault(instant, 'now()'),
    /** Incremented by each change of an administrator: a save names the version it is based on. */
    version: withDefault(integer, '1'),
    /** Time of the last unlock: inactivity counts from here too, or the account would be locked again at once. */
    unlocked_at: nullableField(instant),
    /** Time at which an administrator had the current password generated; null: the user chose it. */
    password_issued_at: nullableField(instant),
    /** Preferences of the user; null: theme of the browser, and dates as the language writes them. */
    theme: nullableField(text),
    dates: nullableField(text),
  },
  constraints: [
    `CHECK (lock_reason IN ('admin', 'inactivity', 'retries', 'expired'))`,
    `CHECK (theme IN ('system', 'dark', 'light'))`,
    `CHECK (dates IN ('en', 'en-GB', 'fr'))`,
  ],
  indexes: [uniqueIgnoringCase('account', 'username')],
});

export const accountCustomer = relation({
  name: 'account_customer',
  columns: { account_id: references(integer, 'account'), customer_id: references(integer, 'customer') },
  constraints: ['PRIMARY KEY (account_id, customer_id)'],
});

export const accountProfile = relation({
  name: 'account_profile',
  columns: {
    account_id: references(integer, 'account'),
    profile_id: references(integer, 'customer_profile'),
  },
  constraints: ['PRIMARY KEY (account_id, profile_id)'],
});

/**
 * Customers of which the account sees only some sites. Separate from the sites: when the last of them is deleted, the account
 * sees nothing of the customer instead of everything.
 */
export const accountRestriction = relation({
  name: 'account_restriction',
  columns: { account_id: references(integer, 'account'), customer_id: references(integer, 'customer') },
  constraints: ['PRIMARY KEY (account_id, customer_id)'],
});

export const accountSite = relation({
  name: 'account_site',
  columns: { account_id: references(integer, 'account'), site_id: references(integer, 'site') },
  constraints: ['PRIMARY KEY (account_id, site_id)'],
});

/** Regions whose sites, including future ones, a restricted account sees in addition to its named sites. */
export const accountRegion = relation({
  name: 'account_region',
  columns: {
    account_id: references(integer, 'account'),
    customer_id: references(integer, 'customer'),
    region: text,
  },
  constraints: ['PRIMARY KEY (account_id, customer_id, region)'],
});

/** API tokens. Only the SHA-256 of each is stored: the token is shown once. */
export const apiToken = relation({
  name: 'api_token',
  columns: {
    id: key,
    account_id: references(integer, 'account'),
    name: text,
    token_hash: unique(text),
    /** A fixed set; only those that the owner still has are effective. */
    permissions: texts,
    /** Every customer of the owner, including future ones. */
    all_customers: withDefault(flag, 'false'),
    /** For a wall: reads what a wall shows, and nothing else. */
    display: withDefault(flag, 'false'),
    created_at: instant,
    expires_at: instant,
    last_used_at: nullableField(instant),
    last_used_address: nullableField(text),
  },
  indexes: [uniqueIgnoringCase('api_token', 'name', { within: ['account_id'] })],
});

export const apiTokenCustomer = relation({
  name: 'api_token_customer',
  columns: { token_id: references(integer, 'api_token'), customer_id: references(integer, 'customer') },
  constraints: ['PRIMARY KEY (token_id, customer_id)'],
});

/** Dashboards that a display token shows, in place of alarms. */
export const apiTokenDocument = relation({
  name: 'api_token_document',
  columns: { token_id: references(integer, 'api_token'), resource_id: references(integer, 'resource') },
  constraints: ['PRIMARY KEY (token_id, resource_id)'],
});

/** The cookie contains the token, the table only its SHA-256: read access to the table does not allow a sign-in. */
export const session = relation({
  name: 'session',
  columns: {
    token_hash: textKey,
    /** Null: an anonymous session, so that the sign-in is protected against request forgery too. */
    account_id: nullableField(references(integer, 'account')),
    created_at: instant,
    seen_at: instant,
    ends_at: instant,
    address: text,
    agent: text,
  },
  indexes: ['CREATE INDEX session_account ON session (account_id)'],
});

/** Layout preferences of a user by screen: pinned customers, display options. */
export const layout = relation({
  name: 'layout',
  columns: { account_id: references(integer, 'account'), screen: text, value: json<unknown>() },
  constraints: ['PRIMARY KEY (account_id, screen)'],
});

/** Secrets and settings of the installation, including the CSRF token key. */
export const setting = relation({ name: 'setting', columns: { name: textKey, value: json<unknown>() } });
