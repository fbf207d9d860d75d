/** Availability leaves maintenance out. Windows that come again were called maintenance before; one that names alarms is about these. */
export const silenceMaintenance: readonly string[] = [
  'ALTER TABLE silence ADD COLUMN maintenance boolean NOT NULL DEFAULT false',
  `UPDATE silence SET maintenance = true
WHERE recurrence IS NOT NULL AND coalesce(match->'alarms', '[]') = '[]' AND coalesce(match->'severities', '[]') = '[]'`,
];
