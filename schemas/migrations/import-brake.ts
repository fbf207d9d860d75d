/** Scheduled imports whose removal waits for a person. */
export const importBrake: readonly string[] = [
  'ALTER TABLE import_schedule ADD COLUMN removal_percent integer NOT NULL DEFAULT 10',
  'ALTER TABLE import_run ADD COLUMN removal_percent integer',
  'ALTER TABLE import_run DROP CONSTRAINT import_run_state_check',
  `ALTER TABLE import_run ADD CONSTRAINT import_run_state_check CHECK (state IN ('queued', 'running', 'ready', 'finished', 'failed', 'cancelled', 'undone', 'held'))`,
];
