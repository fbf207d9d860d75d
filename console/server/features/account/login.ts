import { hash, verify } from 'argon2';
import type { Clock } from '#platform/clock/clock.ts';
import { lockoutDefaults } from '#schemas/limit/account.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { AccountRepository, LoginAccount } from './account-repository.ts';

export type LoginResult =
  | { readonly ok: true; readonly accountId: number }
  | { readonly ok: false; readonly code: ProblemCode };

/** Told only to who knows the password: otherwise it would say which accounts exist. */
const lockedBecause: Readonly<Record<string, ProblemCode>> = {
  admin: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  retries: 'ACCOUNT_LOCKED_BY_RETRIES',
  inactivity: 'ACCOUNT_LOCKED_BY_INACTIVITY',
  expired: 'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
};

export interface Login {
  attempt(username: string, password: string): Promise<LoginResult>;
}

/**
 * Signing in with an internal account. An unknown name costs the same work as a wrong password and gets the same answer
 * (OWASP ASVS 5.0, 6.3.8).
 */
export async function openLogin(accounts: AccountRepository, clock: Clock): Promise<Login> {
  const nobody = await hash('no password matches this');

  async function matches(account: LoginAccount | undefined, password: string): Promise<boolean> {
    const known = account?.passwordHash ?? undefined;
    const right = await verify(known ?? nobody, password);
    return right && known !== undefined;
  }

  return {
    async attempt(username, password) {
      const account = await accounts.byUsername(username);
      const right = await matches(account, password);
      if (account === undefined) return { ok: false, code: 'LOGIN_REFUSED' };
      if (!right) {
        await accounts.failed(account.id, lockoutDefaults.maxFailures, clock.now());
        return { ok: false, code: 'LOGIN_REFUSED' };
      }
      if (account.lockReason !== null)
        return { ok: false, code: lockedBecause[account.lockReason] ?? 'LOGIN_REFUSED' };
      await accounts.succeeded(account.id, clock.now());
      return { ok: true, accountId: account.id };
    },
  };
}
