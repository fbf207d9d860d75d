import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Account } from './account-repository.ts';
import type { AccountServices } from './account-services.ts';

interface Proof {
  readonly caller: Caller;
  readonly password: string;
  readonly address: string;
}

/**
 * The caller's account when this is his password: whoever finds a screen unlocked cannot take the account over. Throws
 * CURRENT_PASSWORD_WRONG; tries wait as at sign-in.
 */
export async function provenAccount(
  { accounts, login, delay }: AccountServices,
  { caller, password, address }: Proof,
): Promise<Account> {
  const attempt = delay.begin(`password of ${String(caller.id)}`, address);
  const account = await accounts.byId(caller.id);
  if (account === undefined || !(await login.isOf(account, password)))
    throw new ProblemError('CURRENT_PASSWORD_WRONG');
  attempt.succeeded();
  return account;
}
