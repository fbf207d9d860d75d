import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { passwordFaults } from '#schemas/account/password-policy.ts';
import { commonestPasswords } from '#schemas/account/password/commonest.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { Audit } from '#server/kernel/audit/audit-trail.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { Account, AccountRepository } from '../account-repository.ts';
import type { Login } from '../sign-in/login.ts';
import type { AccountMails } from '../mail/account-mails.ts';
import type { BreachedPasswords } from '#server/kernel/password/breached-passwords.ts';
import { hashPassword } from '#server/kernel/password/password-hash.ts';
import type { SignInSettings } from '../sign-in/sign-in-settings.ts';

export interface TypedTwice {
  readonly password: string;
  readonly confirmation: string;
}

export interface PasswordChangeNeeds {
  readonly app: FastifyInstance;
  readonly accounts: AccountRepository;
  readonly settings: SignInSettings;
  readonly login: Login;
  readonly mails: AccountMails;
  readonly clock: Clock;
  /** None: nobody gave a list of them. */
  readonly breached: BreachedPasswords | undefined;
  /** Tells every server that the rights of an account changed. */
  readonly onChange: (accountId: number) => void;
}

/** The one way in which a password becomes another: by the rules, ending sessions, telling the user. */
export class PasswordChange {
  readonly #needs: PasswordChangeNeeds;
  readonly #commonest = commonestPasswords();

  constructor(needs: PasswordChangeNeeds) {
    this.#needs = needs;
  }

  /** Throws VALIDATION with every rule that the new password breaks. `keep` is the session, or the sign-in under way, that does not end. */
  async change(
    account: Account,
    typed: TypedTwice,
    { keep, audit }: { readonly keep?: string | undefined; readonly audit: Audit },
  ): Promise<void> {
    const { app, accounts, clock, mails, onChange } = this.#needs;
    await this.#refuseFaults(account, typed);
    const after = await hashPassword(typed.password);
    const change = { before: account.passwordHash, after, now: clock.now(), keep };
    const changed = await accounts.changePassword(account, change, audit);
    // Somebody else changed it between the check and now: what was proved is worth nothing any more.
    if (!changed) throw new ProblemError('LOGIN_UNAVAILABLE');
    await app.endAccountSessions(account.id, keep);
    onChange(account.id);
    mails.passwordChanged(account);
  }

  async #refuseFaults(account: Account, { password, confirmation }: TypedTwice): Promise<void> {
    const { settings, login, breached } = this.#needs;
    if (login.isBusy()) throw new ProblemError('LOGIN_UNAVAILABLE');
    const [{ password: policy }, commonest, unchanged, isBreached] = await Promise.all([
      settings.policy(),
      this.#commonest,
      login.verify(account, password),
      breached?.has(password) ?? false,
    ]);
    const given = { password, confirmation, username: account.username, unchanged, breached: isBreached };
    const faults = passwordFaults(policy, given, commonest);
    if (faults.length === 0) return;
    throw new ProblemError('VALIDATION', {
      errors: faults.map(({ code, params, field = 'password' }) => ({
        path: `body.${field}`,
        message: problemText(code, 'en', params),
        code,
        ...(params === undefined ? {} : { params: { ...params } }),
      })),
    });
  }
}
