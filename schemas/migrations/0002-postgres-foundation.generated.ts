/** Written by `npm run foundation` from the column lists in `schemas/table`. */
export const postgresFoundation: readonly string[] = [
  `CREATE TABLE role (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  label text NOT NULL UNIQUE,
  is_default boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  owner_id integer,
  version integer NOT NULL DEFAULT 1
)`,
  `CREATE UNIQUE INDEX role_one_default ON role (is_default) WHERE is_default`,
  `CREATE TABLE role_permission (
  role_id integer NOT NULL REFERENCES role ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (role_id, permission)
)`,
  `CREATE TABLE customer_profile (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  is_default boolean NOT NULL DEFAULT false,
  owner_id integer
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
  created_at timestamptz NOT NULL DEFAULT now(),
  default_role_id integer REFERENCES role ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1
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
  CHECK (kind IN ('site', 'device', 'interface', 'class', 'probe', 'tunnel', 'application', 'collector', 'conversation', 'area', 'cluster')),
  CHECK ((kind IN ('site', 'area', 'cluster')) = (parent_id IS NULL)),
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
  region text NOT NULL DEFAULT '',
  CHECK (latitude BETWEEN -90 AND 90),
  CHECK (longitude BETWEEN -180 AND 180)
)`,
  `CREATE TABLE snmp_credential (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  snmp_version text,
  snmp_port integer NOT NULL DEFAULT 161,
  snmp_community text,
  snmp_user text,
  snmp_context text,
  snmp_auth_protocol text,
  snmp_auth_password text,
  snmp_priv_protocol text,
  snmp_priv_password text,
  version integer NOT NULL DEFAULT 1,
  CHECK (snmp_version IN ('v1', 'v2c', 'v3')),
  CHECK (snmp_port BETWEEN 1 AND 65535)
)`,
  `CREATE TABLE device (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  address text NOT NULL,
  vendor text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  snmp_version text,
  snmp_port integer NOT NULL DEFAULT 161,
  snmp_community text,
  snmp_user text,
  snmp_context text,
  snmp_auth_protocol text,
  snmp_auth_password text,
  snmp_priv_protocol text,
  snmp_priv_password text,
  snmp_credential_id integer REFERENCES snmp_credential ON DELETE RESTRICT,
  duplicate_flows boolean NOT NULL DEFAULT false,
  CHECK (snmp_version IN ('v1', 'v2c', 'v3')),
  CHECK (snmp_port BETWEEN 1 AND 65535)
)`,
  `CREATE TABLE exporter (
  address text NOT NULL,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  PRIMARY KEY (address, device_id)
)`,
  `CREATE TABLE network_interface (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  if_alias text NOT NULL DEFAULT '',
  if_index integer,
  bandwidth_in_bps bigint,
  bandwidth_out_bps bigint
)`,
  `CREATE TABLE network_component (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  kind text NOT NULL,
  scope text NOT NULL,
  key text NOT NULL,
  fields jsonb NOT NULL DEFAULT '{}',
  CHECK (kind IN ('class', 'probe', 'tunnel', 'collector')),
  UNIQUE (device_id, kind, scope, key)
)`,
  `CREATE TABLE flow_attribution (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  interface_id integer REFERENCES network_interface ON DELETE CASCADE,
  vpn bigint,
  vrf text,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  agent text,
  CHECK (num_nonnulls(interface_id, vpn, vrf, agent) = 1),
  UNIQUE NULLS NOT DISTINCT (device_id, interface_id, vpn, vrf, agent)
)`,
  `CREATE TABLE flow_target (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES network_element ON DELETE CASCADE,
  kind text NOT NULL,
  detail bigint NOT NULL,
  label text,
  CHECK (kind IN ('application', 'class', 'conversation')),
  CHECK (detail >= 0),
  UNIQUE (site_id, kind, detail)
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
  lock_ends_at timestamptz,
  failed_logins integer NOT NULL DEFAULT 0,
  retry_locks integer NOT NULL DEFAULT 0,
  last_access_at timestamptz,
  password_updated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  unlocked_at timestamptz,
  password_issued_at timestamptz,
  theme text,
  dates text,
  CHECK (lock_reason IN ('admin', 'inactivity', 'retries', 'expired')),
  CHECK (theme IN ('system', 'dark', 'light')),
  CHECK (dates IN ('en', 'en-GB', 'fr'))
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
  `CREATE TABLE account_region (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  region text NOT NULL,
  PRIMARY KEY (account_id, customer_id, region)
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
  `CREATE TABLE resource (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  owner_id integer REFERENCES account ON DELETE SET NULL,
  visibility text NOT NULL,
  shared_with_all boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  status_comment text NOT NULL DEFAULT '',
  status_at timestamptz,
  status_by_id integer REFERENCES account ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  author_id integer REFERENCES account ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK (visibility IN ('public', 'private', 'multi-client')),
  CHECK ((visibility = 'multi-client') = (customer_id IS NULL)),
  CHECK (visibility = 'multi-client' OR NOT shared_with_all)
)`,
  `CREATE UNIQUE INDEX resource_name ON resource (kind, coalesce(customer_id, 0), name) WHERE visibility <> 'private'`,
  `CREATE TABLE resource_share (
  resource_id integer NOT NULL REFERENCES resource ON DELETE CASCADE,
  profile_id integer REFERENCES customer_profile ON DELETE CASCADE,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  CHECK ((profile_id IS NULL) <> (customer_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (resource_id, profile_id, customer_id)
)`,
  `CREATE TABLE cockpit_alarm (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cockpit_id integer NOT NULL REFERENCES resource ON DELETE CASCADE,
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
  version integer NOT NULL DEFAULT 1,
  author_id integer REFERENCES account ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  topology_levels text[] NOT NULL DEFAULT '{site}',
  topology_filter text NOT NULL DEFAULT '',
  target text,
  CHECK (operator IN ('>', '>=', '<', '<=', '=', '!=')),
  CHECK (severity IN ('critical', 'major', 'minor')),
  CHECK (visibility IN ('everyone', 'RESTRICTED')),
  CHECK (outliers BETWEEN 1 AND measures AND measures <= 32),
  UNIQUE NULLS NOT DISTINCT (cockpit_id, kpi, operator, threshold, severity, outliers, measures, target)
)`,
  `CREATE TABLE alarm_threshold (
  alarm_id integer NOT NULL REFERENCES cockpit_alarm ON DELETE CASCADE,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  element_id integer REFERENCES network_element ON DELETE CASCADE,
  value double precision NOT NULL,
  CHECK ((customer_id IS NULL) <> (element_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (alarm_id, customer_id, element_id)
)`,
  `CREATE TABLE alarm_group (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 1,
  owner_id integer
)`,
  `CREATE TABLE alarm_group_account (
  group_id integer NOT NULL REFERENCES alarm_group ON DELETE CASCADE,
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  PRIMARY KEY (group_id, account_id)
)`,
  `CREATE INDEX alarm_group_account_account ON alarm_group_account (account_id)`,
  `CREATE TABLE cockpit_alarm_group (
  alarm_id integer NOT NULL REFERENCES cockpit_alarm ON DELETE CASCADE,
  group_id integer NOT NULL REFERENCES alarm_group ON DELETE RESTRICT,
  PRIMARY KEY (alarm_id, group_id)
)`,
  `CREATE TABLE cockpit_opened (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  cockpit_id integer NOT NULL REFERENCES resource ON DELETE CASCADE,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, cockpit_id)
)`,
  `CREATE TABLE custom_application (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category text NOT NULL DEFAULT '',
  sort_order integer NOT NULL,
  attributes jsonb NOT NULL,
  resource_id integer NOT NULL REFERENCES resource ON DELETE CASCADE UNIQUE
)`,
  `CREATE TABLE debug_recording (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  started_by integer REFERENCES account ON DELETE SET NULL,
  ends_at timestamptz NOT NULL,
  max_bytes bigint NOT NULL,
  stopped_at timestamptz,
  comment text NOT NULL DEFAULT '',
  CHECK (ends_at > started_at),
  CHECK (max_bytes > 0)
)`,
  `CREATE TABLE silence (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  match jsonb NOT NULL,
  reason text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  recurrence jsonb,
  author_id integer REFERENCES account ON DELETE SET NULL,
  author text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  maintenance boolean NOT NULL DEFAULT false,
  CHECK (ends_at >= starts_at),
  CHECK (ends_at IS NOT NULL OR recurrence IS NOT NULL)
)`,
  `CREATE INDEX silence_customer ON silence (customer_id, ends_at)`,
  `CREATE TABLE polled_counter (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY,
  key text NOT NULL UNIQUE,
  kind text NOT NULL,
  element text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
)`,
  `CREATE TABLE poller (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  active boolean NOT NULL DEFAULT true,
  level text NOT NULL,
  oid text NOT NULL,
  script text,
  value_type text NOT NULL,
  default_value bigint,
  incremental boolean NOT NULL DEFAULT false,
  counters text[] NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK (level IN ('device', 'interface'))
)`,
  `CREATE TABLE deactivated_poller (
  key text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  by text
)`,
  `CREATE TABLE kpi_definition (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 10000 MAXVALUE 65535) PRIMARY KEY,
  key text NOT NULL UNIQUE,
  name_en text NOT NULL,
  name_fr text NOT NULL,
  unit text NOT NULL,
  element text NOT NULL,
  aggregation text NOT NULL,
  strategy text NOT NULL,
  formulas jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
)`,
  `CREATE TABLE discovery_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'queued',
  request jsonb NOT NULL,
  progress jsonb NOT NULL,
  next_address integer NOT NULL DEFAULT 0,
  worker text,
  heartbeat_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  cancel_requested boolean NOT NULL DEFAULT false,
  repeat_of integer,
  fault text,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  CHECK (state IN ('queued', 'running', 'finished', 'cancelled', 'interrupted', 'failed')),
  FOREIGN KEY (repeat_of) REFERENCES discovery_run (id) ON DELETE SET NULL
)`,
  `CREATE INDEX discovery_run_customer ON discovery_run (customer_id, id)`,
  `CREATE TABLE discovery_found (
  run_id integer NOT NULL REFERENCES discovery_run ON DELETE CASCADE,
  address text NOT NULL,
  found jsonb NOT NULL,
  PRIMARY KEY (run_id, address)
)`,
  `CREATE TABLE discovery_proposal (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id integer NOT NULL REFERENCES discovery_run ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  change text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  element_id integer,
  parent_id integer,
  fields jsonb NOT NULL,
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'open',
  decided_by text,
  decided_at timestamptz,
  FOREIGN KEY (parent_id) REFERENCES discovery_proposal (id) ON DELETE CASCADE
)`,
  `CREATE INDEX discovery_proposal_run ON discovery_proposal (run_id, id)`,
  `CREATE TABLE device_identity (
  device_id integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  sys_name text NOT NULL,
  object_id text NOT NULL,
  description text NOT NULL,
  serial text NOT NULL,
  software text NOT NULL,
  discovered_at timestamptz NOT NULL
)`,
  `CREATE TABLE device_part (
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  fields jsonb NOT NULL,
  PRIMARY KEY (device_id, kind, key)
)`,
  `CREATE TABLE webhook (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  enabled boolean NOT NULL,
  url text NOT NULL,
  headers jsonb NOT NULL,
  payload_kind text NOT NULL,
  template text NOT NULL,
  trigger text NOT NULL,
  allow_insecure boolean NOT NULL,
  active_since timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  include_restricted boolean NOT NULL DEFAULT false,
  notify_platform_events boolean NOT NULL DEFAULT false,
  customers jsonb NOT NULL DEFAULT '[]',
  severities jsonb NOT NULL DEFAULT '[]',
  alarms jsonb NOT NULL DEFAULT '[]',
  CHECK (payload_kind IN ('json', 'text')),
  CHECK (trigger IN ('rising', 'falling', 'both'))
)`,
  `CREATE TABLE trap_receiver (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  enabled boolean NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  inform boolean NOT NULL,
  version text NOT NULL,
  community text,
  user_name text,
  auth_protocol text,
  auth_password text,
  priv_protocol text,
  priv_password text,
  active_since timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  include_restricted boolean NOT NULL DEFAULT false,
  notify_platform_events boolean NOT NULL DEFAULT false,
  customers jsonb NOT NULL DEFAULT '[]',
  severities jsonb NOT NULL DEFAULT '[]',
  alarms jsonb NOT NULL DEFAULT '[]',
  CHECK (version IN ('v2c', 'v3')),
  CHECK (port BETWEEN 1 AND 65535)
)`,
  `CREATE TABLE alarm_mail (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  enabled boolean NOT NULL,
  recipients jsonb NOT NULL,
  trigger text NOT NULL,
  customers jsonb NOT NULL,
  severities jsonb NOT NULL,
  alarms jsonb NOT NULL,
  grouping text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  active_since timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  include_restricted boolean NOT NULL DEFAULT false,
  notify_platform_events boolean NOT NULL DEFAULT false,
  CHECK (trigger IN ('rising', 'falling', 'both')),
  CHECK (grouping IN ('single', 'minute'))
)`,
  `CREATE TABLE notification_delivery (
  key text PRIMARY KEY,
  kind text NOT NULL,
  target integer NOT NULL,
  customer_id integer,
  state text NOT NULL,
  events integer NOT NULL,
  attempts integer NOT NULL,
  response text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  restricted boolean NOT NULL DEFAULT false,
  event_ids text[] NOT NULL DEFAULT '{}',
  alarm_id bigint,
  element_id bigint,
  CHECK (state IN ('retrying', 'delivered', 'dead', 'dropped'))
)`,
  `CREATE INDEX notification_delivery_target ON notification_delivery (kind, target, created_at)`,
  `CREATE INDEX notification_delivery_event ON notification_delivery USING gin (event_ids)`,
  `CREATE INDEX notification_delivery_instance ON notification_delivery (alarm_id, element_id) WHERE alarm_id IS NOT NULL`,
  `CREATE INDEX notification_delivery_age ON notification_delivery (updated_at)`,
  `CREATE TABLE notification_raise (
  partition integer NOT NULL,
  customer_id bigint NOT NULL,
  alarm_id bigint NOT NULL,
  element_id bigint NOT NULL,
  event text NOT NULL,
  name text NOT NULL,
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  suppressed boolean NOT NULL,
  trap_sent boolean NOT NULL,
  ended_seq bigint,
  content text NOT NULL,
  PRIMARY KEY (customer_id, alarm_id, element_id)
)`,
  `CREATE INDEX notification_raise_partition ON notification_raise (partition)`,
  `CREATE TABLE past_name (
  subject text NOT NULL,
  subject_id integer NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  kind text,
  parent_id integer,
  visibility text,
  deleted boolean NOT NULL,
  PRIMARY KEY (subject, subject_id, until),
  CHECK (subject IN ('alarm', 'element'))
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
  CHECK (kind IN ('change', 'sign-in', 'sign-out', 'rejection', 'export'))
)`,
  `CREATE INDEX audit_event_at ON audit_event (at)`,
  `CREATE INDEX audit_event_subject ON audit_event (subject, subject_id)`,
  `CREATE INDEX audit_event_actor ON audit_event (actor_id)`,
  `CREATE INDEX audit_event_customer ON audit_event (customer_id)`,
  `CREATE TABLE audit_head (
  id integer PRIMARY KEY,
  seq bigint NOT NULL,
  hash text NOT NULL,
  CHECK (id = 1)
)`,
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
  password_fingerprint text NOT NULL,
  ends_at timestamptz NOT NULL
)`,
  `CREATE INDEX password_reset_account ON password_reset (account_id)`,
  `CREATE TABLE known_browser (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  token_hash text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, token_hash)
)`,
  `CREATE INDEX known_browser_token ON known_browser (token_hash)`,
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
  browser_hash text NOT NULL,
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
  `CREATE TABLE cluster (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  every_site boolean NOT NULL DEFAULT false,
  resource_id integer NOT NULL REFERENCES resource ON DELETE CASCADE
)`,
  `CREATE INDEX cluster_resource ON cluster (resource_id)`,
  `CREATE TABLE cluster_site (
  cluster_id integer NOT NULL REFERENCES cluster ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  PRIMARY KEY (cluster_id, site_id)
)`,
  `CREATE TABLE cluster_application (
  cluster_id integer NOT NULL REFERENCES cluster ON DELETE CASCADE,
  application bigint NOT NULL,
  PRIMARY KEY (cluster_id, application)
)`,
  `CREATE TABLE cluster_template (
  resource_id integer PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  kind text NOT NULL,
  every_site boolean NOT NULL DEFAULT false,
  CHECK (kind IN ('area', 'cluster'))
)`,
  `CREATE TABLE cluster_template_site (
  resource_id integer NOT NULL REFERENCES cluster_template ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  PRIMARY KEY (resource_id, site_id)
)`,
  `CREATE TABLE cluster_template_application (
  resource_id integer NOT NULL REFERENCES cluster_template ON DELETE CASCADE,
  application bigint NOT NULL,
  PRIMARY KEY (resource_id, application)
)`,
];
