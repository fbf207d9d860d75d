/** Incidents as notifications describe them, and who takes care of an incident. */
export const incidentTables: readonly string[] = [
  `CREATE TABLE notification_incident (
  key text PRIMARY KEY,
  partition integer NOT NULL,
  customer_id bigint NOT NULL,
  place text NOT NULL,
  restricted boolean NOT NULL,
  seq bigint NOT NULL,
  content jsonb NOT NULL
)`,
  'CREATE INDEX notification_incident_partition ON notification_incident (partition)',
  `CREATE TABLE incident_entry (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  site_id integer NOT NULL,
  cluster_id integer NOT NULL,
  at timestamptz NOT NULL,
  alarms integer[] NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  assignee_kind text,
  assignee_id integer,
  author_id integer REFERENCES account ON DELETE SET NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (kind IN ('note', 'owner'))
)`,
  'CREATE INDEX incident_entry_place ON incident_entry (customer_id, site_id, cluster_id, at)',
];
