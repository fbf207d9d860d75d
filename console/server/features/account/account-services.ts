import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { csrfKey } from '../../kernel/csrf/csrf-key.ts';
import type { Cookies } from '../../kernel/session/cookies.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import type { AccessStore } from '../../kernel/access/access-store.ts';
import { breachedPasswords } from '../../kernel/password/breached-passwords.ts';
import type { PasswordCost } from '../../kernel/password/password-hash.ts';
import { AccountRepository } from './account-repository.ts';
import { openLogin, type Login } from './sign-in/login.ts';
import { AccountMails } from './mail/account-mails.ts';
import { lockExpiredAccounts } from './sign-in/lock-expired-accounts.ts';
import { PasswordChange } from './password/password-change.ts';
import { OwnSessions } from './sessions/own-sessions.ts';
import { PendingSignIns } from './sign-in/pending-sign-ins.ts';
import { ResetLinks } from './password/reset-links.ts';
import { SecondFactors } from './second-factor/second-factors.ts';
import { openSessionView, type SessionView } from './sessions/session-view.ts';
import { endRetryLocks } from './sign-in/end-retry-locks.ts';
import { KnownBrowsers } from './sign-in/known-browsers.ts';
import { SignInDelay } from './sign-in/sign-in-delay.ts';
import { SignInSettings } from './sign-in/sign-in-settings.ts';
import { SignInSteps } from './sign-in/sign-in-steps.ts';
import { TermsRepository } from './terms/terms-repository.ts';

export interface AccountNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly access: AccessStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly publicUrl: string;
  readonly modules: readonly string[];
  readonly cookies: Cookies;
  readonly passwordCost?: PasswordCost | undefined;
  readonly breachedPasswords?: string | undefined;
}

/** Services of the account routes. */
export interface AccountServices {
  readonly accounts: AccountRepository;
  readonly access: AccessStore;
  readonly settings: SignInSettings;
  readonly login: Login;
  readonly delay: SignInDelay;
  readonly browsers: KnownBrowsers;
  readonly db: Db;
  readonly ownSessions: OwnSessions;
  readonly pending: PendingSignIns;
  readonly factors: SecondFactors;
  readonly terms: TermsRepository;
  readonly steps: SignInSteps;
  readonly passwords: PasswordChange;
  readonly resets: ResetLinks;
  readonly view: SessionView;
  readonly mails: AccountMails;
  readonly clock: Clock;
  /** Announces to every server that an account was locked or changed. */
  readonly publishChange: (accountId: number) => void;
}

const PUBLISH_WINDOW = 16;
/** A sign-in lifts an ended lock at once. This is for the list of users. */
const UNLOCK_MS = 5 * MINUTE_MS;

/** Ends locks every few minutes. Every hour locks expired accounts and deletes expired reset links and unused browsers. */
function scheduleHousekeeping(
  { db, clock, log, audit }: AccountNeeds & { readonly audit: Audit },
  services: AccountServices,
  signal: AbortSignal,
): void {
  const run = async (): Promise<void> => {
    try {
      const locked = await lockExpiredAccounts({ db, clock, audit }, await services.settings.policy());
      for (const id of locked) services.publishChange(id);
      if (locked.length > 0) log.info({ accounts: locked }, 'accounts locked by policy');
      await services.resets.deleteExpired();
      await services.browsers.deleteUnused();
    } catch (error) {
      log.warn({ err: error }, 'account housekeeping failed');
    }
  };
  clock.every(HOUR_MS, run, signal);
  const unlock = async (): Promise<void> => {
    try {
      await endRetryLocks({ db, clock, audit });
    } catch (error) {
      log.warn({ err: error }, 'account housekeeping failed');
    }
  };
  clock.every(UNLOCK_MS, unlock, signal);
}

export async function openAccounts(
  app: FastifyInstance,
  needs: AccountNeeds,
  signal: AbortSignal,
): Promise<AccountServices> {
  const { db, bus, access, clock, log, publicUrl, modules } = needs;
  const publisher = bus.publisher(PUBLISH_WINDOW);
  const accounts = new AccountRepository(needs);
  const settings = new SignInSettings(needs);
  const list = needs.breachedPasswords ?? '';
  const breached = list === '' ? undefined : await breachedPasswords(list);
  const login = await openLogin({ db, accounts, settings, clock, cost: needs.passwordCost });
  const mails = new AccountMails({
    publisher,
    publicUrl,
    log,
    ids: needs.ids,
    clock,
    secrets: needs.secrets,
  });
  const pending = new PendingSignIns(needs);
  const factors = new SecondFactors(needs);
  const terms = new TermsRepository(needs);
  const browsers = new KnownBrowsers({ ...needs, key: await csrfKey(needs) });
  const publishChange = (account: number): void => {
    access.forget(account);
    publishAccessChange(bus, { account });
  };
  const resets = new ResetLinks({ ...needs, accounts, mails });
  const services: AccountServices = {
    accounts,
    access,
    settings,
    login,
    pending,
    factors,
    terms,
    resets,
    mails,
    clock,
    publishChange,
    db,
    browsers,
    delay: new SignInDelay(clock),
    ownSessions: new OwnSessions(needs),
    steps: new SignInSteps({ app, db, accounts, pending, settings, factors, terms, browsers, clock }),
    passwords: new PasswordChange({
      app,
      accounts,
      settings,
      login,
      mails,
      clock,
      breached,
      onChange: publishChange,
    }),
    view: openSessionView({ db: needs.db, accounts, settings, clock, modules, readOnly: app.readOnly }),
  };
  scheduleHousekeeping({ ...needs, audit: app.auditTrail.bySystem }, services, signal);
  app.addHook('onClose', async () => {
    await resets.settled();
    publisher.close();
    await mails.settled();
  });
  return services;
}
