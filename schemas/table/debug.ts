import {
  bigint,
  withDefault,
  instant,
  integer,
  key,
  nullableField,
  references,
  relation,
  text,
} from './relation.ts';

/** A recording of a site for support. It runs until `stopped_at`, `ends_at` or the size limit. */
export const debugRecording = relation({
  name: 'debug_recording',
  columns: {
    id: key,
    site_id: references(integer, 'site'),
    started_at: withDefault(instant, 'now()'),
    started_by: nullableField(references(integer, 'account', 'SET NULL')),
    ends_at: instant,
    max_bytes: bigint,
    stopped_at: nullableField(instant),
    comment: withDefault(text, "''"),
    /** Its files are deleted by the collectors, and it is listed no more. */
    deleted_at: nullableField(instant),
  },
  constraints: ['CHECK (ends_at > started_at)', 'CHECK (max_bytes > 0)'],
});

/** The newest download of each file of a recording. */
export const debugExport = relation({
  name: 'debug_export',
  columns: {
    recording_id: references(integer, 'debug_recording', 'CASCADE'),
    /** Name and run of the collector, address of the exporter, and kind of the record. */
    file: text,
    exported_at: instant,
    exported_by: nullableField(references(integer, 'account', 'SET NULL')),
  },
  constraints: ['PRIMARY KEY (recording_id, file)'],
});
