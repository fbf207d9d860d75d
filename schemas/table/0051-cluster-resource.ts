/**
 * Clusters come under the table of resources, public as they were for everybody. An area and an application cluster could have
 * the same name: the latter then has its number behind it.
 */
export const clusterResources: readonly string[] = [
  'ALTER TABLE cluster ADD COLUMN resource_id integer UNIQUE REFERENCES resource ON DELETE CASCADE',
  `UPDATE network_element AS element SET name = element.name || ' #' || element.id
WHERE kind = 'cluster' AND EXISTS (
  SELECT FROM network_element AS area
  WHERE area.kind = 'area' AND area.customer_id = element.customer_id AND area.name = element.name
)`,
  `INSERT INTO resource (kind, customer_id, name, visibility, owner_id, author_id, created_at, updated_at, version)
SELECT 'cluster', element.customer_id, element.name, 'public', owner_id, owner_id, element.created_at, cluster.updated_at,
  cluster.version
FROM cluster JOIN network_element AS element USING (id)`,
  `UPDATE cluster SET resource_id = resource.id FROM resource, network_element AS element
WHERE element.id = cluster.id AND resource.kind = 'cluster' AND resource.name = element.name
  AND resource.customer_id = element.customer_id`,
  `ALTER TABLE cluster
  ALTER COLUMN resource_id SET NOT NULL,
  DROP COLUMN owner_id,
  DROP COLUMN updated_at,
  DROP COLUMN version`,
];
