import type { LockReason } from '#schemas/user/user.ts';
import type { AuditEntry } from '#server/kernel/audit/audit-trail.ts';

/** What the audit tells of an account that locked by itself; `why`: the rule that it broke. */
export const lockAuditEntry = (
  { id, username }: { readonly id: number; readonly username: string },
  reason: LockReason,
  why: Readonly<Record<string, number>>,
): AuditEntry => ({
  action: 'user.lock',
  ...{ subject: 'user', subjectId: id, subjectName: username },
  ...{ before: { lock: null }, after: { lock: reason }, note: why },
});
