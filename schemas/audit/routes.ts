import { z } from 'zod';
import { API, route } from '../route.ts';
import { AuditEvent, AuditKind } from './event.ts';

const text = z.string().max(200).optional();
const Instant = z.coerce.number().int().nonnegative().optional();

export const AuditOutcome = z.enum(['done', 'refused']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Filters of the audit; each one that is given narrows it. */
export const AuditFilter = z.strictObject({
  /** Milliseconds since 1970: not before, before. */
  from: Instant,
  to: Instant,
  kind: AuditKind.optional(),
  /** Whether it was done or refused. */
  outcome: AuditOutcome.optional(),
  /** Beginning of the action: `role.` for everything done to roles. */
  action: text,
  /** Part of the name of who did it. */
  actor: text,
  /** Where it came from: an address, or the beginning of one. */
  address: text,
  /** Kind of what it was done to, its id, and a part of its name. */
  subject: text,
  subjectId: text,
  object: text,
  customer: z.coerce.number().int().positive().optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const listAuditEvents = route({
  method: 'GET',
  path: `${API}/mt/audit`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Changes, sign-ins, refusals and exports, newest first',
  query: z.strictObject({
    ...AuditFilter.shape,
    /** Events older than this one. */
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.strictObject({
    events: z.array(AuditEvent),
    /** Give it as `before` for the next page; null: there is none. */
    next: z.int().nullable(),
  }),
});

export const exportAudit = route({
  method: 'GET',
  path: `${API}/mt/audit/export`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'The audit as CSV, oldest first',
  query: AuditFilter,
  reply: z.string(),
  media: 'text/csv',
});

/** What a walk over the whole chain found. */
export const AuditVerification = z.strictObject({
  /** Milliseconds since 1970. */
  checkedAt: z.number(),
  /** The last event up to which the chain holds, and its hash: worth writing down elsewhere. */
  seq: z.int(),
  hash: z.string(),
  /** The first event that does not fit; null: the chain holds. */
  broken: z
    .strictObject({
      seq: z.int(),
      fault: z.enum(['missing', 'changed', 'not linked to the one before']),
    })
    .nullable(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const readAuditVerification = route({
  method: 'GET',
  path: `${API}/mt/audit/verification`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'What the last verification of the audit found, on this server',
  reply: z.strictObject({
    /** Null: none since the server started. */
    last: AuditVerification.nullable(),
    /** Number of the newest event. */
    newest: z.int(),
  }),
});

export const verifyAudit = route({
  method: 'POST',
  path: `${API}/mt/audit/verification`,
  scope: 'admin',
  needs: 'NETWORK.AUDIT.read',
  summary: 'Walk over the whole chain of the audit',
  reply: AuditVerification,
  whileReadOnly: true,
  noChange: 'act',
});
