/** First authors of resources, as far as the audit trail has them, and what was deleted. */
export const resourceLife: readonly string[] = [
  'ALTER TABLE resource ADD COLUMN creator_id integer REFERENCES account ON DELETE SET NULL',
  `UPDATE resource SET creator_id = account.id FROM audit_event JOIN account ON account.id = audit_event.actor_id
    WHERE resource.kind IN ('cockpit', 'dashboard', 'home') AND audit_event.subject = resource.kind
      AND audit_event.subject_id = resource.id::text AND audit_event.action = resource.kind || '.create'`,
  `CREATE TABLE deleted_resource (
    id integer PRIMARY KEY,
    kind text NOT NULL,
    customer_id integer REFERENCES customer ON DELETE CASCADE,
    owner_id integer REFERENCES account ON DELETE SET NULL,
    visibility text NOT NULL,
    shared_with_all boolean NOT NULL,
    profile_ids integer[] NOT NULL,
    customer_ids integer[] NOT NULL,
    name text NOT NULL,
    deleted_by text NOT NULL,
    deleted_at timestamptz NOT NULL
  )`,
];
