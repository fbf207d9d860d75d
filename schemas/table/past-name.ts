import { flag, instant, integer, nullableField, relation, text } from './relation.ts';

/**
 * A former name of an alarm or network element, recorded by triggers at a rename or delete: history shows the names of its
 * time. Unchanged names have no row. Of custom applications, the last one.
 */
export const pastName = relation({
  name: 'past_name',
  columns: {
    /** `alarm`, `element` or `application`. */
    subject: text,
    subject_id: integer,
    until: instant,
    name: text,
    /** Kind and parent of elements; the customer also of applications, null: of the provider. */
    customer_id: nullableField(integer),
    kind: nullableField(text),
    parent_id: nullableField(integer),
    /** Of alarms and applications. */
    visibility: nullableField(text),
    /** Whether it was deleted at that time. */
    deleted: flag,
  },
  constraints: [
    'PRIMARY KEY (subject, subject_id, until)',
    `CHECK (subject IN ('alarm', 'element', 'application'))`,
  ],
});
