/** Health of the platform: runs of processes, changes of state, and sampled figures. */
export const healthTables: readonly string[] = [
  `CREATE TABLE health_run (
  run text PRIMARY KEY,
  process text NOT NULL,
  instance text NOT NULL,
  release text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  crashed boolean
)`,
  'CREATE INDEX health_run_started ON health_run (started_at)',
  `CREATE TABLE health_change (
  component text NOT NULL,
  at timestamptz NOT NULL,
  state text NOT NULL,
  reason jsonb NOT NULL,
  PRIMARY KEY (component, at),
  CHECK (state IN ('ok', 'unknown', 'warning', 'critical'))
)`,
  'CREATE INDEX health_change_at ON health_change (at)',
  `CREATE TABLE health_sample (
  component text NOT NULL,
  slot integer NOT NULL,
  figures jsonb NOT NULL,
  PRIMARY KEY (component, slot)
)`,
  'CREATE INDEX health_sample_slot ON health_sample (slot)',
];
