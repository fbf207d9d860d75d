import {
  bigint,
  bigintKey,
  instant,
  integer,
  integerKey,
  nullableField,
  relation,
  text,
} from './relation.ts';

/**
 * The audit trail, as a chain: each event contains the hash of the previous one (docs/adr/0014-audit-chain.md). It references
 * no other table, since an event outlives its subject. Triggers reject changes of rows.
 */
export const auditEvent = relation({
  name: 'audit_event',
  columns: {
    /** From 1, without gaps. */
    seq: bigintKey,
    at: instant,
    kind: text,
    /** `role.update`, `session.open`, or method and path where the feature names no action. */
    action: text,
    /** Problem code of a rejection. */
    code: nullableField(text),
    /** Null: an anonymous request, or the system itself. */
    actor_id: nullableField(integer),
    actor: text,
    /** `session`, `token`, `none` or `system`. */
    via: text,
    address: text,
    /** Kind, id and name of the subject. */
    subject: text,
    subject_id: text,
    subject_name: text,
    customer_id: nullableField(integer),
    request_id: text,
    /** JSON text as hashed: the differences, before and after. */
    detail: text,
    previous_hash: text,
    hash: text,
  },
  constraints: [`CHECK (kind IN ('change', 'sign-in', 'sign-out', 'rejection', 'export'))`],
  indexes: [
    'CREATE INDEX audit_event_at ON audit_event (at)',
    'CREATE INDEX audit_event_subject ON audit_event (subject, subject_id)',
    'CREATE INDEX audit_event_actor ON audit_event (actor_id)',
    'CREATE INDEX audit_event_customer ON audit_event (customer_id)',
  ],
});

/** Elements that an audit event is about: one row per element, since an event may be about many. No references: it outlives them. */
export const auditElement = relation({
  name: 'audit_element',
  columns: {
    seq: bigint,
    /** Place among the changes of the event, from 0. */
    place: integer,
    element_id: integer,
    /** Site of the element; the site itself. */
    site_id: integer,
    customer_id: integer,
  },
  constraints: ['PRIMARY KEY (seq, place)'],
  indexes: [
    'CREATE INDEX audit_element_element ON audit_element (element_id, seq)',
    'CREATE INDEX audit_element_customer ON audit_element (customer_id, seq)',
  ],
});

/** The end of the chain, one row: appending an event locks it, and a truncated chain does not reach it. */
export const auditHead = relation({
  name: 'audit_head',
  columns: {
    id: integerKey,
    seq: bigint,
    hash: text,
  },
  constraints: ['CHECK (id = 1)'],
});
