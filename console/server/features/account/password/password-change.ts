import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { passwordFaults } from '#schemas/account/password-policy.ts';
import { commonestPasswords } from '#schemas/account/password/commonest.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectInvalid } from '../../../shared/repository/reject-faults.ts';
import type { AccountRepository } from '../account-repository.ts';
import type { Account } from '../account.ts';
import type { Login } from '../sign-in/login.ts';
import type { AccountMails } from '../mail/account-mails.ts';
import type { BreachedPasswords } from '../../../kernel/password/breached-passwords.ts';
import { hashPassword } from '../../../kernel/password/password-hash.ts';
import type { SignInSettings } from '../sign-in/sign-in-settings.ts';

export interface PasswordInput {
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
  /** Undefined when no list is configured. */
  readonly breached: BreachedPasswords | undefined;
  /** Announces the change of an account to every server. */
  readonly onChange: (accountId: number) => void;
}

/** Changes a password: checks the policy, ends sessions and notifies the user. */
export class PasswordChange {
  readonly #needs: PasswordChangeNeeds;
  readonly #commonest = commonestPasswords();

  constructor(needs: PasswordChangeNeeds) {
    this.#needs = needs;
  }

  /** Throws VALIDATION with every rule that the new password breaks. `keep` is the session or pending sign-in that stays. */
  async change(
    account: Account,
    input: PasswordInput,
    { keep, audit }: { readonly keep?: string | undefined; readonly audit: Audit },
  ): Promise<void> {
    const { app, accounts, clock, mails, onChange } = this.#needs;
    await this.#rejectFaults(account, input);
    const after = await hashPassword(input.password);
    const change = { before: account.passwordHash, after, now: clock.now(), keep };
    const changed = await accounts.changePassword(account, change, audit);
    // The password changed since it was verified: the proof is void.
    if (!changed) throw new ProblemError('LOGIN_UNAVAILABLE');
    await app.endAccountSessions(account.id, keep);
    onChange(account.id);
    mails.passwordChanged(account);
  }

  async #rejectFaults(account: Account, { password, confirmation }: PasswordInput): Promise<void> {
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
    rejectInvalid(faults.map(({ field: path = 'password', ...fault }) => ({ path, ...fault })));
  }
}
