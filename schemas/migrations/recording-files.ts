/** Recordings are deleted on request, and their files have a time of export. */
export const recordingFiles: readonly string[] = [
  'ALTER TABLE debug_recording ADD COLUMN deleted_at timestamptz',
  `CREATE TABLE debug_export (
  recording_id integer NOT NULL REFERENCES debug_recording (id) ON DELETE CASCADE,
  file text NOT NULL,
  exported_at timestamptz NOT NULL,
  exported_by integer REFERENCES account (id) ON DELETE SET NULL,
  PRIMARY KEY (recording_id, file)
)`,
];
