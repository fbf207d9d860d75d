/** Silences and maintenance windows. */
export const silences: readonly string[] = [
  `CREATE TABLE silence (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer REFERENCES customer ON DELETE CASCADE,
  match jsonb NOT NULL,
  reason text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  recurrence jsonb,
  author_id integer REFERENCES account ON DELETE SET NULL,
  author text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at >= starts_at),
  CHECK (ends_at IS NOT NULL OR recurrence IS NOT NULL)
)`,
  `CREATE INDEX silence_customer ON silence (customer_id, ends_at)`,
];
