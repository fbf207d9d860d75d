import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import type { Account, AccountRepository } from './account-repository.ts';
import { lockedBecause } from './locked-because.ts';
import { lockOverdue } from './overdue.ts';
import { hashPassword, isOutdated, isPassword } from '../../kernel/password/password-hash.ts';
import type { PasswordCost } from '../../kernel/password/password-hash.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** Tries being worked on at once: each takes some 30 ms of a core, and who waits behind more of them gives up anyway. */
const AT_ONCE = 64;
/** No account has it: the failure of an unknown name costs the same statement. */
const NO_ACCOUNT = 0;

export type LoginResult =
  | { readonly ok: true; readonly accountId: number; readonly passwordHash: string }
  | {
      readonly ok: false;
      readonly code: ProblemCode;
      /** Account that this try locked. */
      readonly locked?: number;
    };

export interface Login {
  /** So many passwords are being worked on that one more would only wait. */
  busy(): boolean;
  attempt(username: string, password: string, audit: Audit): Promise<LoginResult>;
  /** Whether it is the password of this account; costs the same when it has none. */
  isOf(account: Account | undefined, password: string): Promise<boolean>;
}

export interface LoginNeeds {
  readonly db: Db;
  readonly accounts: AccountRepository;
  readonly settings: SignInSettings;
  readonly clock: Clock;
  /** Of what is stored anew, and of an unknown name; the product's when not given. */
  readonly cost?: PasswordCost | undefined;
}

/**
 * Signing in with an internal account. An unknown name costs the same work as a wrong password and gets the same answer
 * (OWASP ASVS 5.0, 6.3.8).
 */
export async function openLogin({ db, accounts, settings, clock, cost }: LoginNeeds): Promise<Login> {
  const nobody = await hashPassword('no password matches this', cost);

  async function matches(account: Account | undefined, password: string): Promise<boolean> {
    const known = account?.passwordHash ?? undefined;
    const right = await isPassword(known ?? nobody, password);
    return right && known !== undefined;
  }

  /** The hash from now on: the same password at today's cost, unless it was changed meanwhile. */
  async function storedAnew({ id, passwordHash }: Account, password: string): Promise<string> {
    const before = passwordHash ?? '';
    if (!isOutdated(before, cost)) return before;
    const after = await hashPassword(password, cost);
    return (await accounts.savePasswordHash(id, { before, after })) ? after : before;
  }

  async function admit(account: Account, password: string, audit: Audit): Promise<LoginResult> {
    const [locked] = await lockOverdue({ db, clock, audit }, await settings.policy(), account.id);
    const lockReason = await accounts.succeeded(account.id, clock.now());
    if (lockReason !== null)
      return {
        ok: false,
        code: lockedBecause(lockReason),
        ...(locked === undefined ? {} : { locked }),
      };
    return { ok: true, accountId: account.id, passwordHash: await storedAnew(account, password) };
  }

  async function attempt(username: string, password: string, audit: Audit): Promise<LoginResult> {
    const [account, { maxFailures }] = await Promise.all([accounts.byUsername(username), settings.policy()]);
    if (account !== undefined && (await matches(account, password))) return admit(account, password, audit);
    if (account === undefined) await matches(undefined, password);
    const id = account?.id ?? NO_ACCOUNT;
    const locked = await accounts.failed(id, { most: maxFailures, now: clock.now() }, audit);
    return { ok: false, code: 'LOGIN_REFUSED', ...(locked ? { locked: id } : {}) };
  }

  let working = 0;
  async function counted<Value>(work: () => Promise<Value>): Promise<Value> {
    working += 1;
    try {
      return await work();
    } finally {
      working -= 1;
    }
  }

  return {
    busy: () => working >= AT_ONCE,
    attempt: (username, password, audit) => counted(() => attempt(username, password, audit)),
    isOf: (account, password) => counted(() => matches(account, password)),
  };
}
