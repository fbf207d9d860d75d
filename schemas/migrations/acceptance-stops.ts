/** Why an acceptance was stopped before its end. */
export const acceptanceStops: readonly string[] = [
  `ALTER TABLE acceptance_run ADD COLUMN stop_reason text CHECK (stop_reason IN ('account', 'permission', 'reach'))`,
];

/** An acceptance stops when the API token that started it no longer works. */
export const acceptanceTokens: readonly string[] = [
  'ALTER TABLE acceptance_run DROP CONSTRAINT acceptance_run_stop_reason_check',
  `ALTER TABLE acceptance_run ADD CONSTRAINT acceptance_run_stop_reason_check CHECK (stop_reason IN ('account', 'token', 'permission', 'reach'))`,
];
