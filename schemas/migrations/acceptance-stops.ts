/** Why an acceptance was stopped before its end. */
export const acceptanceStops: readonly string[] = [
  `ALTER TABLE acceptance_run ADD COLUMN stop_reason text CHECK (stop_reason IN ('account', 'permission', 'reach'))`,
];
