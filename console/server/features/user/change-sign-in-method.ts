import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { issuePassword, liftExpiryLock } from './issue-password.ts';

/** The identity provider, or an issued password. */
export type NewSignInMethod =
  | { readonly elsewhere: true }
  | { readonly elsewhere: false; readonly passwordHash: string };

/** Also resets failures, a lock by expiry and pending reset links. */
async function deletePassword(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: null, password_updated_at: null, password_issued_at: null, failed_logins: 0 })
    .where('id', '=', id)
    .execute();
  await liftExpiryLock(tx, id, now);
  await tx.deleteFrom('password_reset').where('account_id', '=', id).execute();
}

/**
 * Changes the sign-in method. A change to a password unlinks the identity provider: an account with a password belongs to no
 * provider identity of the same name. Second factor and API tokens stay.
 */
export async function changeSignInMethod(
  tx: Tx,
  id: number,
  { method, now }: { readonly method: NewSignInMethod; readonly now: Date },
): Promise<void> {
  if (method.elsewhere) {
    await deletePassword(tx, id, now);
    return;
  }
  await tx.deleteFrom('account_identity').where('account_id', '=', id).execute();
  await issuePassword(tx, id, { passwordHash: method.passwordHash, now });
}
