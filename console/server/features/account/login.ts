import { hash, needsRehash, verify } from 'argon2';
import type { Clock } from '#platform/clock/clock.ts';
import { lockoutDefaults } from '#schemas/limit/account.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { AccountRepository, LoginAccount } from './account-repository.ts';

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. A hash of another cost is stored anew. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Tries being worked on at once: each takes some 30 ms of a core, and who waits behind more of them gives up anyway. */
const AT_ONCE = 64;
/** No account has it: the failure of an unknown name costs the same statement. */
const NO_ACCOUNT = 0;

export type LoginResult =
  | { readonly ok: true; readonly accountId: number }
  | {
      readonly ok: false;
      readonly code: ProblemCode;
      /** Account that this failure locked. */
      readonly locked?: number;
    };

/** Told only to who knows the password: otherwise it would say which accounts exist. */
const lockedBecause: Readonly<Record<string, ProblemCode>> = {
  admin: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  retries: 'ACCOUNT_LOCKED_BY_RETRIES',
  inactivity: 'ACCOUNT_LOCKED_BY_INACTIVITY',
  expired: 'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
};

export interface Login {
  /** So many sign-ins are being worked on that one more would only wait. */
  busy(): boolean;
  attempt(username: string, password: string): Promise<LoginResult>;
}

/**
 * Signing in with an internal account. An unknown name costs the same work as a wrong password and gets the same answer
 * (OWASP ASVS 5.0, 6.3.8).
 */
export async function openLogin(accounts: AccountRepository, clock: Clock): Promise<Login> {
  const nobody = await hash('no password matches this', COST);

  async function matches(account: LoginAccount | undefined, password: string): Promise<boolean> {
    const known = account?.passwordHash ?? undefined;
    const right = await verify(known ?? nobody, password);
    return right && known !== undefined;
  }

  let working = 0;
  async function attempt(username: string, password: string): Promise<LoginResult> {
    const account = await accounts.byUsername(username);
    const right = await matches(account, password);
    if (account === undefined || !right) {
      const id = account?.id ?? NO_ACCOUNT;
      const locked = await accounts.failed(id, lockoutDefaults.maxFailures, clock.now());
      return { ok: false, code: 'LOGIN_REFUSED', ...(locked ? { locked: id } : {}) };
    }
    const lockReason = await accounts.succeeded(account.id, clock.now());
    if (lockReason !== null) return { ok: false, code: lockedBecause[lockReason] ?? 'LOGIN_REFUSED' };
    if (needsRehash(account.passwordHash ?? '', COST))
      await accounts.savePasswordHash(account.id, await hash(password, COST));
    return { ok: true, accountId: account.id };
  }

  return {
    busy: () => working >= AT_ONCE,
    async attempt(username, password) {
      working += 1;
      try {
        return await attempt(username, password);
      } finally {
        working -= 1;
      }
    },
  };
}
