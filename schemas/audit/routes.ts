import { z } from 'zod';
import { API, route } from '../route.ts';
import { AuditEvent, AuditKind } from './event.ts';

const text = z.string().max(200).optional();
const Instant = z.coerce.number().int().nonnegative().optional();

/** Filters of the audit; each one that is given narrows it. */
export const AuditFilter = z.strictObject({
  /** Milliseconds since 1970: not before, before. */
  from: Instant,
  to: Instant,
  kind: AuditKind.optional(),
  /** Beginning of the action: `role.` for everything done to roles. */
  action: text,
  /** Part of the name of who did it. */
  actor: text,
  /** Kind of what it was done to, and its id. */
  subject: text,
  subjectId: text,
  customer: z.coerce.number().int().positive().optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const readAudit = route({
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
