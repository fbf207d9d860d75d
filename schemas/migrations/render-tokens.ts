/** Tokens with which reports are read while they are rendered. */
export const renderTokens: readonly string[] = [
  `ALTER TABLE report_run
  ADD COLUMN token_hash text,
  ADD COLUMN token_until timestamptz,
  ADD COLUMN shows_alarms boolean NOT NULL DEFAULT true`,
  'CREATE UNIQUE INDEX report_run_token ON report_run (token_hash)',
  'CREATE INDEX report_run_requester ON report_run (requester_id, id) WHERE schedule_run_id IS NULL',
];
