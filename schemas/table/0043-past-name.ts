/** The names that alarms and network elements had, kept by the database itself: whatever renames or deletes them. */
export const pastNames: readonly string[] = [
  `CREATE TABLE past_name (
  subject text NOT NULL,
  subject_id integer NOT NULL,
  until timestamptz NOT NULL,
  name text NOT NULL,
  kind text,
  parent_id integer,
  visibility text,
  gone boolean NOT NULL,
  PRIMARY KEY (subject, subject_id, until),
  CHECK (subject IN ('alarm', 'element'))
)`,
  `CREATE FUNCTION keep_element_name() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN
  INSERT INTO past_name (subject, subject_id, until, name, kind, parent_id, gone)
  VALUES (''element'', OLD.id, clock_timestamp(), OLD.name, OLD.kind, OLD.parent_id, TG_OP = ''DELETE'')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END'`,
  `CREATE FUNCTION keep_alarm_name() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN
  INSERT INTO past_name (subject, subject_id, until, name, visibility, gone)
  VALUES (''alarm'', OLD.id, clock_timestamp(), OLD.label, OLD.visibility, TG_OP = ''DELETE'')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END'`,
  `CREATE TRIGGER element_renamed AFTER UPDATE OF name ON network_element FOR EACH ROW
WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION keep_element_name()`,
  'CREATE TRIGGER element_gone AFTER DELETE ON network_element FOR EACH ROW EXECUTE FUNCTION keep_element_name()',
  `CREATE TRIGGER alarm_renamed AFTER UPDATE OF label ON cockpit_alarm FOR EACH ROW
WHEN (OLD.label IS DISTINCT FROM NEW.label) EXECUTE FUNCTION keep_alarm_name()`,
  'CREATE TRIGGER alarm_gone AFTER DELETE ON cockpit_alarm FOR EACH ROW EXECUTE FUNCTION keep_alarm_name()',
];
