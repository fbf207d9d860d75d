/** Custom applications. */
export const customApplications: readonly string[] = [
  `CREATE TABLE custom_application (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  name text NOT NULL,
  category text NOT NULL DEFAULT '',
  sort_order integer NOT NULL,
  activated boolean NOT NULL DEFAULT true,
  status_comment text NOT NULL DEFAULT '',
  attributes jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (customer_id, name)
)`,
];
