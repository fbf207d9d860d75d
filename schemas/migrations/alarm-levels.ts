/** Thresholds at which a running alarm becomes more severe. */
export const alarmLevels: readonly string[] = [
  'ALTER TABLE cockpit_alarm ADD COLUMN major_threshold double precision',
  'ALTER TABLE cockpit_alarm ADD COLUMN critical_threshold double precision',
  `ALTER TABLE cockpit_alarm ADD CHECK (severity = 'minor' OR major_threshold IS NULL)`,
  `ALTER TABLE cockpit_alarm ADD CHECK (severity <> 'critical' OR critical_threshold IS NULL)`,
];
