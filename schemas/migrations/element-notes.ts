/** Who is responsible for elements, and what users note on them. */
export const elementNotes: readonly string[] = [
  `ALTER TABLE network_element ADD COLUMN owner text NOT NULL DEFAULT ''`,
  `CREATE TABLE element_note (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  element_id integer NOT NULL REFERENCES network_element ON DELETE CASCADE,
  text text NOT NULL,
  author_id integer REFERENCES account ON DELETE SET NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz
)`,
  'CREATE INDEX element_note_element ON element_note (element_id, id)',
];
