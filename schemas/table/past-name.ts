import { flag, instant, integer, nullableField, relation, text } from './relation.ts';

/**
 * A former name of an alarm or network element, recorded by triggers at a rename or delete: history shows the names of its
 * time. Unchanged names have no row.
 */
export const pastName = relation({
  name: 'past_name',
  columns: {
    /** `alarm` or `element`. */
    subject: text,
    subject_id: integer,
    until: instant,
    name: text,
    /** Elements only: customer, kind and parent. */
    customer_id: nullableField(integer),
    kind: nullableField(text),
    parent_id: nullableField(integer),
    /** Alarms only. */
    visibility: nullableField(text),
    /** Whether it was deleted at that time. */
    deleted: flag,
  },
  constraints: ['PRIMARY KEY (subject, subject_id, until)', `CHECK (subject IN ('alarm', 'element'))`],
});
