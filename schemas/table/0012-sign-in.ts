/** Terms, reset links, steps of a sign-in, second factors, identities from elsewhere. */
export const signIn: readonly string[] = [
  `CREATE TABLE terms (
  version integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  en text NOT NULL,
  fr text NOT NULL,
  published_at timestamptz NOT NULL,
  published_by integer REFERENCES account ON DELETE SET NULL
)`,
  `CREATE TABLE terms_acceptance (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  version integer NOT NULL REFERENCES terms ON DELETE CASCADE,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, version)
)`,
  `CREATE TABLE password_reset (
  token_hash text PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  for_password text NOT NULL,
  ends_at timestamptz NOT NULL
)`,
  `CREATE INDEX password_reset_account ON password_reset (account_id)`,
  `CREATE TABLE pending_sign_in (
  session_hash text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  second_factor_passed boolean NOT NULL DEFAULT false,
  origin jsonb,
  session_ends_at timestamptz,
  ends_at timestamptz NOT NULL
)`,
  `CREATE TABLE second_factor (
  account_id integer PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  secret text,
  next_secret text,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
)`,
  `CREATE TABLE recovery_code (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (account_id, code_hash)
)`,
  `CREATE TABLE role_second_factor (
  role_id integer PRIMARY KEY REFERENCES role ON DELETE CASCADE
)`,
  `CREATE TABLE account_identity (
  issuer text NOT NULL,
  name_id text NOT NULL,
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  PRIMARY KEY (issuer, name_id)
)`,
  `CREATE INDEX account_identity_account ON account_identity (account_id)`,
  `CREATE TABLE saml_request (
  id text PRIMARY KEY,
  value text NOT NULL,
  made_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
)`,
  `CREATE TABLE saml_assertion (
  issuer text NOT NULL,
  id text NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, id)
)`,
  `CREATE TABLE session_origin (
  session_hash text PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  issuer text NOT NULL,
  name_id text NOT NULL,
  name_id_format text NOT NULL,
  session_index text
)`,
  `CREATE INDEX session_origin_name ON session_origin (name_id)`,
  `ALTER TABLE account ADD COLUMN unlocked_at timestamptz`,
];
