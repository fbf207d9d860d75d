/** Reports that users send by mail. */
export const reportMails: readonly string[] = [
  `CREATE TABLE report_mail (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id integer NOT NULL REFERENCES report_run ON DELETE CASCADE,
  recipients text[] NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  state text NOT NULL DEFAULT 'rendering',
  reason jsonb,
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (language IN ('en', 'fr')),
  CHECK (state IN ('rendering', 'queued', 'failed'))
)`,
  `CREATE INDEX report_mail_run ON report_mail (run_id)`,
  `CREATE INDEX report_mail_waiting ON report_mail (id) WHERE state = 'rendering'`,
];
