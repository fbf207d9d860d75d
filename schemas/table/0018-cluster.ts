/** Clusters of sites and of applications. */
export const clusters: readonly string[] = [
  `CREATE TABLE cluster (
  id integer PRIMARY KEY REFERENCES network_element ON DELETE CASCADE,
  owner_id integer REFERENCES account ON DELETE SET NULL,
  every_site boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
)`,
  `CREATE TABLE cluster_site (
  cluster_id integer NOT NULL REFERENCES cluster ON DELETE CASCADE,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  PRIMARY KEY (cluster_id, site_id)
)`,
  `CREATE TABLE cluster_application (
  cluster_id integer NOT NULL REFERENCES cluster ON DELETE CASCADE,
  application bigint NOT NULL,
  PRIMARY KEY (cluster_id, application)
)`,
];
