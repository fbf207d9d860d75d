/** Debug recordings. */
export const debugRecordings: readonly string[] = [
  `CREATE TABLE debug_recording (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  started_by integer REFERENCES account ON DELETE SET NULL,
  ends_at timestamptz NOT NULL,
  max_bytes bigint NOT NULL,
  stopped_at timestamptz,
  comment text NOT NULL DEFAULT '',
  CHECK (ends_at > started_at),
  CHECK (max_bytes > 0)
)`,
];
