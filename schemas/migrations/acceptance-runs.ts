/** Acceptances of many proposals in steps. */
export const acceptanceRuns: readonly string[] = [
  `CREATE TABLE acceptance_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  subject_id integer NOT NULL,
  customer_id integer,
  state text NOT NULL DEFAULT 'running',
  proposals integer[] NOT NULL,
  done integer NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  failed jsonb NOT NULL DEFAULT '[]',
  actor jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  stepped_at timestamptz,
  ended_at timestamptz,
  CHECK (kind IN ('discovery', 'sdwan')),
  CHECK (state IN ('running', 'finished', 'cancelled'))
)`,
  `CREATE UNIQUE INDEX acceptance_run_one ON acceptance_run (kind, subject_id) WHERE state = 'running'`,
  'CREATE INDEX acceptance_run_subject ON acceptance_run (kind, subject_id, id)',
];
