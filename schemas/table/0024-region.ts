/** Regions of sites, and users who see those of some regions. */
export const regions: readonly string[] = [
  `ALTER TABLE site ADD COLUMN region text NOT NULL DEFAULT ''`,
  `CREATE TABLE account_region (
  account_id integer NOT NULL REFERENCES account ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  region text NOT NULL,
  PRIMARY KEY (account_id, customer_id, region)
)`,
];
