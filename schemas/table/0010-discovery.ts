/** Discovery: runs, what they found and propose; what devices say of themselves. */
export const discovery: readonly string[] = [
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
  cancel_asked boolean NOT NULL DEFAULT false,
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
];
