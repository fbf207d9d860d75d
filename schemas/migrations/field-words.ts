/** Fields in the words of the API: the time of a response, and what a discovery has queried and read completely. */
export const fieldWords: readonly string[] = [
  'ALTER TABLE sdwan_server RENAME COLUMN answer_ms TO response_ms',
  `UPDATE discovery_run SET progress = progress - 'asked' || jsonb_build_object('queried', progress -> 'asked') WHERE progress ? 'asked'`,
  `UPDATE discovery_found SET found = found - 'whole' || jsonb_build_object('complete', found -> 'whole') WHERE found ? 'whole'`,
];

/** Runs of discoveries and imports have their leases in the columns of all runs. What an older process holds is free: it has ended. */
export const runLeases: readonly string[] = ['discovery_run', 'import_run'].flatMap((table) => [
  `ALTER TABLE ${table} RENAME COLUMN worker TO lease_owner`,
  `ALTER TABLE ${table} RENAME COLUMN heartbeat_at TO lease_until`,
]);
