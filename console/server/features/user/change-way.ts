import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { endExpiryLock } from './end-expiry-lock.ts';
import { handPassword } from './hand-password.ts';

/** An identity provider answers for the user from now on, or a password that was made for him. */
export type NewWay =
  | { readonly elsewhere: true }
  | { readonly elsewhere: false; readonly passwordHash: string };

/** Its failures end with it, its lock by expiry, and links to another one. */
async function removePassword(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: null, password_updated_at: null, password_given_at: null, failed_logins: 0 })
    .where('id', '=', id)
    .execute();
  await endExpiryLock(tx, id, now);
  await tx.deleteFrom('password_reset').where('account_id', '=', id).execute();
}

/**
 * Another way of signing in. Whoever comes back to a password is no longer known to the identity provider: an account with a
 * password is nobody's who has its name there. Second factor and API tokens stay as they are.
 */
export async function changeWay(
  tx: Tx,
  id: number,
  { way, now }: { readonly way: NewWay; readonly now: Date },
): Promise<void> {
  if (way.elsewhere) {
    await removePassword(tx, id, now);
    return;
  }
  await tx.deleteFrom('account_identity').where('account_id', '=', id).execute();
  await handPassword(tx, id, { passwordHash: way.passwordHash, now });
}
