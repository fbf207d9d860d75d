import { builtModules } from '#schemas/menu/modules.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Session } from '#schemas/account/routes.ts';
import {
  FIRST_STEPS_RIGHT,
  FIRST_STEPS_SETTING,
  StoredFirstSteps,
} from '#schemas/first-steps/first-steps.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { sessionTimesOf, type SessionState } from '../../../kernel/session/session-store.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { AccountRepository } from '../account-repository.ts';
import type { Account } from '../account.ts';
import { passwordAge } from '../password/password-age.ts';
import type { SignInSettings } from '../sign-in/sign-in-settings.ts';

export interface SessionViewNeeds {
  readonly db: Db;
  readonly accounts: AccountRepository;
  readonly settings: SignInSettings;
  readonly clock: Clock;
  readonly modules: readonly string[];
  readonly readOnly: boolean;
}

export type SessionView = (caller: Caller, session: SessionState) => Promise<Session>;

/** Returns the session as the console reads it. */
export function openSessionView(needs: SessionViewNeeds): SessionView {
  const { db, accounts, settings, clock, modules, readOnly } = needs;

  async function expiryOf(account: Account): Promise<{ passwordExpiresAt?: number }> {
    const policy = await settings.policy();
    // Users of an external sign-in method have no password that could expire.
    if (policy.expiryDays === null || account.passwordHash === null) return {};
    const { expiresAt, state } = passwordAge(policy, account, clock.now());
    return expiresAt === undefined || state === 'fresh' ? {} : { passwordExpiresAt: expiresAt.getTime() };
  }

  /** Whether the checklist comes first: for those who set an installation up, until it is done. */
  async function firstStepsOf(caller: Caller): Promise<{ firstSteps?: true }> {
    if (!caller.allCustomers || !caller.permissions.has(FIRST_STEPS_RIGHT)) return {};
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', FIRST_STEPS_SETTING)
      .executeTakeFirst();
    const isFirst = row !== undefined && StoredFirstSteps.parse(row.value).isFirst;
    return isFirst ? { firstSteps: true } : {};
  }

  return async (caller, session) => {
    const { id, username, firstName, lastName, email } = caller;
    const account = await accounts.find(id);
    if (account === undefined) throw new ProblemError('UNAUTHENTICATED');
    const { language, theme, dates } = account;
    return {
      user: { id, username, firstName, lastName, email, language, theme, dates },
      role: caller.role,
      permissions: [...caller.permissions],
      scopes: [...caller.scopes],
      customers: [...caller.customers.values()].map((customer) => ({ ...customer })),
      everyCustomer: caller.allCustomers,
      modules: modules.filter((name) => (builtModules as readonly string[]).includes(name)),
      readOnly,
      ...sessionTimesOf(session),
      ...(await firstStepsOf(caller)),
      ...(await expiryOf(account)),
    };
  };
}
