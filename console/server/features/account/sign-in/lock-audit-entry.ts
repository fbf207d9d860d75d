import type { LockReason } from '#schemas/user/user.ts';
import type { AuditEntry } from '../../../kernel/audit/audit-trail.ts';

/** Audit entry of an automatic lock. `limits`: the policy values that caused it, and its end. */
export const lockAuditEntry = (
  { id, username }: { readonly id: number; readonly username: string },
  reason: LockReason,
  limits: Readonly<Record<string, number | string>>,
): AuditEntry => ({
  action: 'user.lock',
  ...{ subject: 'user', subjectId: id, subjectName: username },
  ...{ before: { lock: null }, after: { lock: reason }, note: limits },
});
