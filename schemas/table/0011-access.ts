/** Versions, restrictions to sites, tokens of the interface, the audit chain; one default role and one default profile. */
export const accessModel: readonly string[] = [
  'ALTER TABLE role ADD COLUMN version integer NOT NULL DEFAULT 1',
  'CREATE UNIQUE INDEX role_one_default ON role (is_default) WHERE is_default',
  `INSERT INTO role (label, is_default) SELECT 'Default', true WHERE NOT EXISTS (SELECT FROM role WHERE is_default)
ON CONFLICT (label) DO UPDATE SET is_default = true`,
  `INSERT INTO customer_profile (name, is_default)
SELECT 'Standard', true WHERE NOT EXISTS (SELECT FROM customer_profile WHERE is_default)
ON CONFLICT (name) DO UPDATE SET is_default = true`,
  'ALTER TABLE account ADD COLUMN version integer NOT NULL DEFAULT 1',
  `ALTER TABLE customer
  ADD COLUMN default_role_id integer REFERENCES role ON DELETE SET NULL,
  ADD COLUMN version integer NOT NULL DEFAULT 1`,
  `CREATE TABLE account_restriction (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  PRIMARY KEY (account_id, customer_id)
)`,
  `CREATE TABLE account_site (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  PRIMARY KEY (account_id, site_id)
)`,
  `CREATE TABLE api_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  permissions text[] NOT NULL,
  all_customers boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_address text,
  UNIQUE (account_id, name)
)`,
  `CREATE TABLE api_token_customer (
  token_id integer NOT NULL REFERENCES api_token ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  PRIMARY KEY (token_id, customer_id)
)`,
  `CREATE TABLE audit_event (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  action text NOT NULL,
  code text,
  actor_id integer,
  actor text NOT NULL,
  via text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  subject_name text NOT NULL,
  customer_id integer,
  request_id text NOT NULL,
  detail text NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  CHECK (kind IN ('change', 'sign-in', 'sign-out', 'refusal', 'export'))
)`,
  'CREATE INDEX audit_event_at ON audit_event (at)',
  'CREATE INDEX audit_event_subject ON audit_event (subject, subject_id)',
  'CREATE INDEX audit_event_actor ON audit_event (actor_id)',
  'CREATE INDEX audit_event_customer ON audit_event (customer_id)',
  `CREATE FUNCTION audit_event_stays() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN RAISE EXCEPTION ''audit events are added, never changed''; END'`,
  'CREATE TRIGGER audit_event_rows BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION audit_event_stays()',
  'CREATE TRIGGER audit_event_table BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_event_stays()',
  'CREATE TABLE audit_head (id integer PRIMARY KEY, seq bigint NOT NULL, hash text NOT NULL, CHECK (id = 1))',
  `INSERT INTO audit_head VALUES (1, 0, repeat('0', 64))`,
];
