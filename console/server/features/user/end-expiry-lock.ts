import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Of an account whose password expired and is there no longer. Every other lock stays. */
export async function endExpiryLock(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ lock_reason: null, locked_at: null, unlocked_at: now })
    .where('id', '=', id)
    .where('lock_reason', '=', 'expired')
    .execute();
}
