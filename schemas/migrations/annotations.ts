/** What users note on charts. */
export const annotations: readonly string[] = [
  `CREATE TABLE annotation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  element_id integer,
  site_id integer,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  text text NOT NULL,
  author_id integer REFERENCES account ON DELETE SET NULL,
  author text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at)
)`,
  `CREATE INDEX annotation_time ON annotation (customer_id, starts_at)`,
];
