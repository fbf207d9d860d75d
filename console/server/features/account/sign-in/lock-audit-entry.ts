import type { LockReason } from '#schemas/user/user.ts';
import type { AuditEntry } from '../../../kernel/audit/audit-trail.ts';

interface AutomaticLock {
  /** The lock that it replaces. */
  readonly before: LockReason | null;
  readonly reason: LockReason;
  /** The policy values that caused it, and its end. */
  readonly limits: Readonly<Record<string, number | string>>;
}

/** Audit entry of an automatic lock. */
export const lockAuditEntry = (
  { id, username }: { readonly id: number; readonly username: string },
  { before, reason, limits }: AutomaticLock,
): AuditEntry => ({
  action: 'user.lock',
  subject: 'user',
  subjectId: id,
  subjectName: username,
  before: { lock: before },
  after: { lock: reason },
  note: limits,
});
