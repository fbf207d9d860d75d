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
  },
  constraints: ['CHECK (ends_at > started_at)', 'CHECK (max_bytes > 0)'],
});
