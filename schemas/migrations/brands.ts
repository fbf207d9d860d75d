/** Logos and colours of the provider and of customers. */
export const brands: readonly string[] = [
  `CREATE TABLE brand (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  primary_color text,
  secondary_color text,
  logo_type text,
  logo_width integer,
  logo_height integer,
  logo bytea,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/svg+xml')),
  CHECK (num_nulls(logo_type, logo_width, logo_height, logo) IN (0, 4))
)`,
  'CREATE UNIQUE INDEX brand_customer ON brand (coalesce(customer_id, 0))',
];
