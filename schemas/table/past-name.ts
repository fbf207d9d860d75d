import { flag, instant, integer, orNull, relation, text } from './relation.ts';

/**
 * A name that an alarm or a network element had until a time, written by triggers when it is renamed or deleted: history calls
 * things as they were called then. What never changed has no row.
 */
export const pastName = relation({
  name: 'past_name',
  columns: {
    /** `alarm` or `element`. */
    subject: text,
    subject_id: integer,
    until: instant,
    name: text,
    /** Of an element its kind, and what it belonged to. */
    kind: orNull(text),
    parent_id: orNull(integer),
    /** Of an alarm. */
    visibility: orNull(text),
    /** It was deleted then. */
    deleted: flag,
  },
  constraints: ['PRIMARY KEY (subject, subject_id, until)', `CHECK (subject IN ('alarm', 'element'))`],
});
