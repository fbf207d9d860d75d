/** Runs of discoveries and imports have their leases in the columns of all runs. What an older process holds is free: it has ended. */
export const runLeases: readonly string[] = ['discovery_run', 'import_run'].flatMap((table) => [
  `ALTER TABLE ${table} RENAME COLUMN worker TO lease_owner`,
  `ALTER TABLE ${table} RENAME COLUMN heartbeat_at TO lease_until`,
]);
