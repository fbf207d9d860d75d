import { bigint, bigintKey, instant, integer, integerKey, orNull, relation, text } from './relation.ts';

/**
 * Who did what, in one chain: each event holds the hash of the one before it (docs/adr/0014-audit-chain.md). Nothing here refers
 * to another table, as an event outlives what it tells of. Rows are added and never changed: triggers refuse the rest.
 */
export const auditEvent = relation({
  name: 'audit_event',
  columns: {
    /** Without gaps, from 1. */
    seq: bigintKey,
    at: instant,
    kind: text,
    /** `role.update`, `session.open`, or method and path where the feature tells no more. */
    action: text,
    /** Problem code of a refusal. */
    code: orNull(text),
    /** Null: nobody was signed in, or the system itself. */
    actor_id: orNull(integer),
    actor: text,
    /** `session`, `token`, `none` or `system`. */
    via: text,
    address: text,
    /** Kind, id and name of what it was done to. */
    subject: text,
    subject_id: text,
    subject_name: text,
    customer_id: orNull(integer),
    request_id: text,
    /** JSON text as it went into the hash: what differs, before and after. */
    detail: text,
    previous_hash: text,
    hash: text,
  },
  constraints: [`CHECK (kind IN ('change', 'sign-in', 'sign-out', 'refusal', 'export'))`],
  indexes: [
    'CREATE INDEX audit_event_at ON audit_event (at)',
    'CREATE INDEX audit_event_subject ON audit_event (subject, subject_id)',
    'CREATE INDEX audit_event_actor ON audit_event (actor_id)',
    'CREATE INDEX audit_event_customer ON audit_event (customer_id)',
  ],
});

/** The end of the chain, one row: whoever adds an event locks it, and a chain whose end was cut off does not reach it. */
export const auditHead = relation({
  name: 'audit_head',
  columns: {
    id: integerKey,
    seq: bigint,
    hash: text,
  },
  constraints: ['CHECK (id = 1)'],
});
