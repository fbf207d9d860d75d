/** Rows of the audit trail are added and never changed: triggers reject everything else. */
export const auditTriggers: readonly string[] = [
  `CREATE FUNCTION reject_audit_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are added, never changed';
END $$`,
  `CREATE TRIGGER audit_event_rows BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW
EXECUTE FUNCTION reject_audit_event_change()`,
  `CREATE TRIGGER audit_event_table BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT
EXECUTE FUNCTION reject_audit_event_change()`,
];
