/** As it shipped: never changed, what comes later is another migration. */
export const foundation: readonly string[] = [
  `CREATE TABLE customer_profile (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  is_default boolean NOT NULL DEFAULT false
)`,
  `CREATE UNIQUE INDEX customer_profile_one_default ON customer_profile (is_default) WHERE is_default`,
  `CREATE TABLE customer (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL UNIQUE,
  name text NOT NULL,
  profile_id integer NOT NULL REFERENCES customer_profile ON DELETE RESTRICT,
  recipient_id integer NOT NULL DEFAULT 1,
  contracted_in_bps bigint,
  contracted_out_bps bigint,
  created_at timestamptz NOT NULL DEFAULT now()
)`,
  `CREATE TABLE network_element (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  kind text NOT NULL,
  parent_id integer,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  status_comment text,
  status_updated_by text,
  status_updated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (kind IN ('site', 'device', 'interface')),
  CHECK ((kind = 'site') = (parent_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (customer_id, kind, parent_id, name),
  FOREIGN KEY (parent_id) REFERENCES network_element (id) ON DELETE CASCADE
)`,
  `CREATE INDEX network_element_parent ON network_element (parent_id)`,
  `CREATE TABLE site (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  city text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  networks text[] NOT NULL DEFAULT '{}',
  CHECK (latitude BETWEEN -90 AND 90),
  CHECK (longitude BETWEEN -180 AND 180)
)`,
  `CREATE TABLE device (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  address text NOT NULL,
  vendor text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  snmp_version text,
  snmp_port integer NOT NULL DEFAULT 161,
  snmp_community text,
  CHECK (snmp_version IN ('v2c')),
  CHECK (snmp_port BETWEEN 1 AND 65535)
)`,
  `CREATE TABLE exporter (
  address text PRIMARY KEY,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE
)`,
  `CREATE TABLE network_interface (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  if_alias text NOT NULL DEFAULT '',
  if_index integer,
  bandwidth_in_bps bigint,
  bandwidth_out_bps bigint
)`,
  `CREATE TABLE role (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  label text NOT NULL UNIQUE,
  is_default boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false
)`,
  `CREATE TABLE role_permission (
  role_id integer NOT NULL REFERENCES role ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (role_id, permission)
)`,
  `CREATE TABLE account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  password_hash text,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  language text,
  role_id integer NOT NULL REFERENCES role ON DELETE RESTRICT,
  all_customers boolean NOT NULL DEFAULT false,
  lock_reason text,
  locked_at timestamptz,
  failed_logins integer NOT NULL DEFAULT 0,
  last_access_at timestamptz,
  password_updated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (lock_reason IN ('admin', 'inactivity', 'retries', 'expired'))
)`,
  `CREATE UNIQUE INDEX account_username ON account (lower(username))`,
  `CREATE TABLE account_customer (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  PRIMARY KEY (account_id, customer_id)
)`,
  `CREATE TABLE account_profile (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  profile_id integer NOT NULL REFERENCES customer_profile ON DELETE CASCADE,
  PRIMARY KEY (account_id, profile_id)
)`,
  `CREATE TABLE session (
  token_hash text PRIMARY KEY,
  account_id integer REFERENCES account ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  address text NOT NULL,
  agent text NOT NULL
)`,
  `CREATE INDEX session_account ON session (account_id)`,
  `CREATE TABLE layout (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  screen text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (account_id, screen)
)`,
  `CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL
)`,
  `CREATE TABLE cockpit (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  description text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
)`,
  `CREATE TABLE cockpit_alarm (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cockpit_id integer NOT NULL REFERENCES cockpit ON DELETE CASCADE,
  label text NOT NULL,
  kpi text NOT NULL,
  operator text NOT NULL,
  threshold double precision NOT NULL,
  severity text NOT NULL,
  outliers integer NOT NULL,
  measures integer NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  snmp_trap boolean NOT NULL DEFAULT false,
  visibility text NOT NULL DEFAULT 'everyone',
  CHECK (operator IN ('>', '>=', '<', '<=', '=', '!=')),
  CHECK (severity IN ('critical', 'major', 'minor')),
  CHECK (visibility IN ('everyone', 'RESTRICTED')),
  CHECK (outliers BETWEEN 1 AND measures AND measures <= 32),
  UNIQUE (cockpit_id, kpi, operator, threshold, severity, outliers, measures)
)`,
  `CREATE TABLE alarm_threshold (
  alarm_id integer NOT NULL REFERENCES cockpit_alarm ON DELETE CASCADE,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  element_id integer REFERENCES network_element ON DELETE CASCADE,
  value double precision NOT NULL,
  CHECK ((customer_id IS NULL) <> (element_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (alarm_id, customer_id, element_id)
)`,
];
