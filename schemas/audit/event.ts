import { z } from 'zod';

export const AuditKind = z.enum(['change', 'sign-in', 'sign-out', 'rejection', 'export']);
export type AuditKind = z.infer<typeof AuditKind>;

/**
 * How the actor was authenticated: session cookie, token, or not at all; `provider`: a message of the identity provider;
 * `system`: the product itself.
 */
export const AuditVia = z.enum(['session', 'token', 'none', 'provider', 'system']);
export type AuditVia = z.infer<typeof AuditVia>;

/** A changed field. Never contains a secret. */
export const FieldChange = z.strictObject({ field: z.string(), before: z.json(), after: z.json() });
export type FieldChange = z.infer<typeof FieldChange>;

export const AuditDetail = z.strictObject({
  changes: z.array(FieldChange).optional(),
  /** Number of identical rejections within the minute. */
  repeated: z.int().optional(),
  /** More facts, such as the number of moved users or the exported filter. */
  note: z.record(z.string(), z.json()).optional(),
});
export type AuditDetail = z.infer<typeof AuditDetail>;

export const AuditEvent = z.strictObject({
  seq: z.int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  kind: AuditKind,
  action: z.string(),
  /** Problem code of a rejection. */
  code: z.string().nullable(),
  actorId: z.int().nullable(),
  actor: z.string(),
  via: AuditVia,
  address: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  subjectName: z.string(),
  customer: z.int().nullable(),
  requestId: z.string(),
  detail: AuditDetail,
  previousHash: z.string(),
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;
