import type { Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { Account } from '../account.ts';
import type { AccountServices } from '../account-services.ts';

interface PasswordProof {
  readonly caller: Caller;
  readonly password: string;
}

/**
 * Verifies the caller's current password and returns the account, so that an unlocked screen is not enough to take it over. Throws
 * CURRENT_PASSWORD_WRONG. Attempts are delayed as at sign-in.
 */
export async function requirePassword(
  { accounts, login, delay }: AccountServices,
  { caller, password }: PasswordProof,
): Promise<Account> {
  const attempt = delay.start({ kind: 'own password', account: caller.id }, undefined);
  const account = await accounts.find(caller.id);
  if (account === undefined || !(await login.verify(account, password)))
    throw new ProblemError('CURRENT_PASSWORD_WRONG');
  attempt.succeeded();
  return account;
}
