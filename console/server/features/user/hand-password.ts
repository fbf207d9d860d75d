import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { endExpiryLock } from './end-expiry-lock.ts';

/** Handed over from now on; a lock by expiry ends with it. Answers the one before. */
export async function handPassword(
  tx: Tx,
  id: number,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
): Promise<{ readonly before: string }> {
  const row = await tx
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const given = { password_updated_at: null, password_given_at: now, failed_logins: 0 };
  await tx
    .updateTable('account')
    .set({ password_hash: passwordHash, ...given })
    .where('id', '=', id)
    .execute();
  await endExpiryLock(tx, id, now);
  await tx.deleteFrom('password_reset').where('account_id', '=', id).execute();
  return { before: row.password_hash ?? '' };
}
