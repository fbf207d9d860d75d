/** The cockpit library: versions, authors, topology, groups of restricted alarms, recently opened cockpits. */
export const cockpitLibrary: readonly string[] = [
  `ALTER TABLE cockpit
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN author_id integer REFERENCES account ON DELETE SET NULL`,
  `ALTER TABLE cockpit_alarm
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN author_id integer REFERENCES account ON DELETE SET NULL,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN topology_levels text[] NOT NULL DEFAULT '{site}',
  ADD COLUMN topology_filter text NOT NULL DEFAULT ''`,
  `CREATE TABLE alarm_group (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  version integer NOT NULL DEFAULT 1
)`,
  `CREATE TABLE alarm_group_account (
  group_id integer NOT NULL REFERENCES alarm_group ON DELETE CASCADE,
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  PRIMARY KEY (group_id, account_id)
)`,
  'CREATE INDEX alarm_group_account_account ON alarm_group_account (account_id)',
  // A group that is the last one of an alarm must not go with the alarm left to nobody.
  `CREATE TABLE cockpit_alarm_group (
  alarm_id integer NOT NULL REFERENCES cockpit_alarm ON DELETE CASCADE,
  group_id integer NOT NULL REFERENCES alarm_group ON DELETE RESTRICT,
  PRIMARY KEY (alarm_id, group_id)
)`,
  `CREATE TABLE cockpit_opened (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  cockpit_id integer NOT NULL REFERENCES cockpit ON DELETE CASCADE,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, cockpit_id)
)`,
];
