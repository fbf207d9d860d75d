import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { lockProblemFor } from './lock-problem.ts';

interface CredentialProof {
  readonly accountId: number;
  /** The hash that the password was verified against. Undefined for other sign-in methods. */
  readonly passwordHash?: string | undefined;
  /** The identity provider that asserted the identity. Undefined for a password. */
  readonly issuer?: string | undefined;
  /** The browser is known: a lock by failed sign-ins does not concern it. */
  readonly isKnownBrowser?: boolean;
}

async function isLinkedTo(tx: Tx, accountId: number, issuer: string): Promise<boolean> {
  const known = await tx
    .selectFrom('account_identity')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Throws when the account was locked or deleted, or its password or sign-in method changed, since its identity was proved. Locks the
 * account until the end of the transaction: a concurrent change either commits before and is seen here, or waits and sees the rows
 * that this transaction inserts.
 */
export async function assertCredentialUnchanged(
  tx: Tx,
  { accountId, passwordHash, issuer, isKnownBrowser = false }: CredentialProof,
): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['lock_reason', 'password_hash'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) throw new ProblemError('LOGIN_REFUSED');
  const lock = lockProblemFor(account.lock_reason, isKnownBrowser);
  if (lock !== undefined) throw new ProblemError(lock);
  if (passwordHash !== undefined && account.password_hash !== passwordHash)
    throw new ProblemError('LOGIN_REFUSED');
  if (issuer !== undefined && !(await isLinkedTo(tx, accountId, issuer)))
    throw new ProblemError('LOGIN_REFUSED');
}
