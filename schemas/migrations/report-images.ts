/** The library of images that reports show. */
export const reportImages: readonly string[] = [
  `CREATE TABLE report_image (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  content bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  author_id integer REFERENCES account ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (type IN ('image/png', 'image/jpeg', 'image/svg+xml'))
)`,
  'CREATE UNIQUE INDEX report_image_name ON report_image (coalesce(customer_id, 0), lower(name))',
];
