import { CUSTOM_ENGINE } from '../application/definition.ts';

/**
 * Former names of alarms and network elements, and the last ones of custom applications (`past_name`). Triggers record them, so that every
 * rename and delete is covered.
 */
export const pastNameTriggers: readonly string[] = [
  `CREATE FUNCTION record_element_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_name (subject, subject_id, until, name, customer_id, kind, parent_id, deleted)
  VALUES ('element', OLD.id, clock_timestamp(), OLD.name, OLD.customer_id, OLD.kind, OLD.parent_id, false)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$`,
  `CREATE FUNCTION record_deleted_elements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_name (subject, subject_id, until, name, customer_id, kind, parent_id, deleted)
  SELECT 'element', id, clock_timestamp(), name, customer_id, kind, parent_id, true FROM gone
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$`,
  `CREATE FUNCTION record_alarm_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_name (subject, subject_id, until, name, visibility, deleted)
  VALUES ('alarm', OLD.id, clock_timestamp(), OLD.label, OLD.visibility, TG_OP = 'DELETE')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$`,
  // Before it is deleted: its number goes with it. Its flow targets keep the name, but those of a customer that goes as well.
  `CREATE FUNCTION record_application_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number integer := (SELECT id FROM custom_application WHERE resource_id = OLD.id);
BEGIN
  INSERT INTO past_name (subject, subject_id, until, name, customer_id, visibility, deleted)
  SELECT 'application', number, clock_timestamp(), OLD.name, OLD.customer_id, OLD.visibility, true
  WHERE number IS NOT NULL ON CONFLICT DO NOTHING;
  UPDATE flow_target SET label = OLD.name
  WHERE kind = 'application' AND detail = ${String(CUSTOM_ENGINE)} * 4294967296 + number AND OLD.visibility <> 'private'
    AND (OLD.customer_id IS NULL OR EXISTS (SELECT FROM customer WHERE id = OLD.customer_id));
  RETURN OLD;
END $$`,
  `CREATE TRIGGER element_renamed AFTER UPDATE OF name ON network_element FOR EACH ROW
WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION record_element_name()`,
  `CREATE TRIGGER element_deleted AFTER DELETE ON network_element REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_elements()`,
  `CREATE TRIGGER alarm_renamed AFTER UPDATE OF label ON cockpit_alarm FOR EACH ROW
WHEN (OLD.label IS DISTINCT FROM NEW.label) EXECUTE FUNCTION record_alarm_name()`,
  `CREATE TRIGGER application_deleted BEFORE DELETE ON resource FOR EACH ROW
WHEN (OLD.kind = 'application') EXECUTE FUNCTION record_application_name()`,
  'CREATE TRIGGER alarm_deleted AFTER DELETE ON cockpit_alarm FOR EACH ROW EXECUTE FUNCTION record_alarm_name()',
];
