import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import type { AccountRepository } from '../account-repository.ts';
import type { Account } from '../account.ts';
import { endRetryLockOf } from './end-retry-locks.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { lockProblemOf } from './lock-problem.ts';
import { lockExpiredAccounts } from './lock-expired-accounts.ts';
import { recordFailure } from './record-failure.ts';
import {
  hashPassword,
  isOutdated,
  verifyPassword,
  type PasswordCost,
} from '../../../kernel/password/password-hash.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** Concurrent password checks. Each takes about 30 ms of a core, so that further ones would time out in the queue. */
const MAX_CONCURRENT_ATTEMPTS = 64;
/** No account has this id. The failure of an unknown username runs the same statement. */
const UNKNOWN_ACCOUNT_ID = 0;

export type LoginResult =
  | { readonly ok: true; readonly accountId: number; readonly passwordHash: string }
  | {
      readonly ok: false;
      readonly code: ProblemCode;
      /** The account that was locked by the policy at this attempt. */
      readonly locked?: number;
    };

export interface PasswordSignIn {
  readonly username: string;
  readonly password: string;
  /** The browser, if the user has signed in with it before. */
  readonly browser?: KnownBrowser | undefined;
}

export interface Login {
  /** Whether the limit of concurrent password checks is reached. */
  isBusy(): boolean;
  attempt(given: PasswordSignIn, audit: Audit): Promise<LoginResult>;
  /** Whether the password belongs to the account. Takes the same time for an account without a password. */
  verify(account: Account | undefined, password: string): Promise<boolean>;
}

/**
 * Whether a stranger has failed so often during a lock that even the right password gets the response of a wrong one: otherwise
 * the lock would not end the guessing.
 */
const isGuessed = (
  { lockReason, failedLogins }: Account,
  { browser }: PasswordSignIn,
  { maxFailures }: SignInPolicy,
): boolean => lockReason === 'retries' && browser === undefined && failedLogins >= 2 * maxFailures;

export interface LoginNeeds {
  readonly db: Db;
  readonly accounts: AccountRepository;
  readonly settings: SignInSettings;
  readonly clock: Clock;
  /** Cost of new hashes and of the check of unknown usernames. `passwordCost` when not given. */
  readonly cost?: PasswordCost | undefined;
}

/**
 * Sign-in with a password. An unknown username costs the same work as a wrong password and gets the same response (OWASP ASVS 5.0,
 * 6.3.8).
 */
export async function openLogin({ db, accounts, settings, clock, cost }: LoginNeeds): Promise<Login> {
  const dummyHash = await hashPassword('no password matches this', cost);

  async function matches(account: Account | undefined, password: string): Promise<boolean> {
    const known = account?.passwordHash ?? undefined;
    const right = await verifyPassword(known ?? dummyHash, password);
    return right && known !== undefined;
  }

  /** Rehashes the password at the current cost, unless it changed in between. Returns the stored hash. */
  async function rehash({ id, passwordHash }: Account, password: string): Promise<string> {
    const before = passwordHash ?? '';
    if (!isOutdated(before, cost)) return before;
    const after = await hashPassword(password, cost);
    return (await accounts.replacePasswordHash(id, { before, after })) ? after : before;
  }

  async function admit(
    account: Account,
    { password, browser }: PasswordSignIn,
    audit: Audit,
  ): Promise<LoginResult> {
    const [locked] = await lockExpiredAccounts({ db, clock, audit }, await settings.policy(), account.id);
    const isKnownBrowser = browser !== undefined;
    const lockReason = await accounts.recordPassword(account.id, { now: clock.now(), isKnownBrowser });
    if (lockReason !== null)
      return {
        ok: false,
        code: lockProblemOf(lockReason),
        ...(locked === undefined ? {} : { locked }),
      };
    return { ok: true, accountId: account.id, passwordHash: await rehash(account, password) };
  }

  async function attempt(given: PasswordSignIn, audit: Audit): Promise<LoginResult> {
    const { username, password, browser } = given;
    const [found, policy] = await Promise.all([accounts.findByUsername(username), settings.policy()]);
    const needs = { db, clock, audit };
    const account = found && (await endRetryLockOf(needs, found));
    const isRight = await matches(account, password);
    if (account !== undefined && isRight && !isGuessed(account, given, policy))
      return admit(account, given, audit);
    const accountId = account?.id ?? UNKNOWN_ACCOUNT_ID;
    await recordFailure(needs, { accountId, step: 'password', browser }, policy);
    return { ok: false, code: 'LOGIN_REFUSED' };
  }

  let running = 0;
  async function counted<Value>(work: () => Promise<Value>): Promise<Value> {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  return {
    isBusy: () => running >= MAX_CONCURRENT_ATTEMPTS,
    attempt: (given, audit) => counted(() => attempt(given, audit)),
    verify: (account, password) => counted(() => matches(account, password)),
  };
}
