/**
 * One table for what resources have in common. Cockpits and custom applications come under it: a cockpit keeps its id, an
 * application refers to its resource. What ran for every customer so far is shared with every customer.
 */
export const resources: readonly string[] = [
  `CREATE TABLE resource (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  owner_id integer REFERENCES account ON DELETE SET NULL,
  visibility text NOT NULL,
  shared_with_all boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  status_comment text NOT NULL DEFAULT '',
  status_at timestamptz,
  status_by_id integer REFERENCES account ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  author_id integer REFERENCES account ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK (visibility IN ('public', 'private', 'multi-client')),
  CHECK ((visibility = 'multi-client') = (customer_id IS NULL)),
  CHECK (visibility = 'multi-client' OR NOT shared_with_all)
)`,
  `CREATE UNIQUE INDEX resource_name ON resource (kind, coalesce(customer_id, 0), name) WHERE visibility <> 'private'`,
  `CREATE TABLE resource_share (
  resource_id integer NOT NULL REFERENCES resource ON DELETE CASCADE,
  profile_id integer REFERENCES customer_profile ON DELETE CASCADE,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  CHECK ((profile_id IS NULL) <> (customer_id IS NULL)),
  UNIQUE NULLS NOT DISTINCT (resource_id, profile_id, customer_id)
)`,
  `INSERT INTO resource
  (id, kind, name, description, owner_id, visibility, shared_with_all, created_at, updated_at, author_id, version)
OVERRIDING SYSTEM VALUE
SELECT id, 'cockpit', name, description, author_id, 'multi-client', true, created_at, updated_at, author_id, version FROM cockpit`,
  `SELECT setval(pg_get_serial_sequence('resource', 'id'), coalesce(max(id), 0) + 1, false) FROM resource`,
  'ALTER TABLE cockpit_alarm DROP CONSTRAINT cockpit_alarm_cockpit_id_fkey',
  'ALTER TABLE cockpit_alarm ADD FOREIGN KEY (cockpit_id) REFERENCES resource ON DELETE CASCADE',
  'ALTER TABLE cockpit_opened DROP CONSTRAINT cockpit_opened_cockpit_id_fkey',
  'ALTER TABLE cockpit_opened ADD FOREIGN KEY (cockpit_id) REFERENCES resource ON DELETE CASCADE',
  'DROP TABLE cockpit',
  'ALTER TABLE custom_application ADD COLUMN resource_id integer UNIQUE REFERENCES resource ON DELETE CASCADE',
  `INSERT INTO resource
  (kind, customer_id, name, visibility, shared_with_all, active, status_comment, created_at, updated_at, version)
SELECT 'application', customer_id, name, CASE WHEN customer_id IS NULL THEN 'multi-client' ELSE 'public' END,
  customer_id IS NULL, activated, status_comment, created_at, updated_at, version FROM custom_application`,
  `UPDATE custom_application SET resource_id = resource.id FROM resource
WHERE resource.kind = 'application' AND resource.name = custom_application.name
  AND resource.customer_id IS NOT DISTINCT FROM custom_application.customer_id`,
  `ALTER TABLE custom_application
  ALTER COLUMN resource_id SET NOT NULL,
  DROP COLUMN customer_id,
  DROP COLUMN name,
  DROP COLUMN activated,
  DROP COLUMN status_comment,
  DROP COLUMN version,
  DROP COLUMN created_at,
  DROP COLUMN updated_at`,
];
