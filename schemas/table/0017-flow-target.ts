/** Elements that flows make, and on which kind of element an alarm is decided. */
export const flowTargets: readonly string[] = [
  'ALTER TABLE network_element DROP CONSTRAINT network_element_kind_check',
  'ALTER TABLE network_element DROP CONSTRAINT network_element_check',
  `ALTER TABLE network_element ADD CHECK (kind IN ('site', 'device', 'interface', 'class', 'probe', 'tunnel', 'application', 'collector', 'conversation', 'area', 'cluster'))`,
  `ALTER TABLE network_element ADD CHECK ((kind IN ('site', 'area', 'cluster')) = (parent_id IS NULL))`,
  `CREATE TABLE flow_target (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES network_element ON DELETE CASCADE,
  kind text NOT NULL,
  detail bigint NOT NULL,
  label text,
  CHECK (kind IN ('application', 'class', 'conversation')),
  CHECK (detail >= 0),
  UNIQUE (site_id, kind, detail)
)`,
  'ALTER TABLE cockpit_alarm ADD COLUMN target text',
  // Its generated name is cut to 63 characters: it is looked up rather than guessed.
  `DO $$
DECLARE found text;
BEGIN
  SELECT conname INTO STRICT found FROM pg_constraint
    WHERE conrelid = 'cockpit_alarm'::regclass AND contype = 'u';
  EXECUTE format('ALTER TABLE cockpit_alarm DROP CONSTRAINT %I', found);
END $$`,
  `ALTER TABLE cockpit_alarm ADD
  UNIQUE NULLS NOT DISTINCT (cockpit_id, kpi, operator, threshold, severity, outliers, measures, target)`,
];
