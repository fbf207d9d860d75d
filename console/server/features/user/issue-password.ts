import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Unlocks an account that is locked because its password expired. Keeps every other lock. */
export async function liftExpiryLock(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ lock_reason: null, locked_at: null, unlocked_at: now })
    .where('id', '=', id)
    .where('lock_reason', '=', 'expired')
    .execute();
}

/** Sets an issued password, which ends a lock by expiry. Returns the previous hash. */
export async function issuePassword(
  tx: Tx,
  id: number,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
): Promise<{ readonly before: string }> {
  const row = await tx
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const issued = { password_updated_at: null, password_issued_at: now, failed_logins: 0 };
  await tx
    .updateTable('account')
    .set({ password_hash: passwordHash, ...issued })
    .where('id', '=', id)
    .execute();
  await liftExpiryLock(tx, id, now);
  await tx.deleteFrom('password_reset').where('account_id', '=', id).execute();
  return { before: row.password_hash ?? '' };
}
