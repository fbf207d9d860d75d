import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import type { AccountRepository } from '../account-repository.ts';
import type { Account } from '../account.ts';
import type { AccountMails } from '../mail/account-mails.ts';
import { issueResetLink, passwordFingerprint, resetTokenHash } from './issue-reset-link.ts';

export interface ResetNeeds {
  readonly db: Db;
  readonly accounts: AccountRepository;
  readonly mails: AccountMails;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

interface ResetRequest {
  readonly login: string;
  readonly language: 'en' | 'fr';
}

/** Links to reset a password. They work once, for one hour, and only until the password changes. */
export class ResetLinks {
  readonly #needs: ResetNeeds;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(needs: ResetNeeds) {
    this.#needs = needs;
  }

  /**
   * Sends a link to the accounts with this username or address. Returns before any lookup, so that the response time does not
   * reveal whether an account exists.
   */
  request(request: ResetRequest, audit: Audit): void {
    const work = this.#send(request, audit)
      .catch((error: unknown) => {
        this.#needs.log.warn({ err: error }, 'reset link failed');
      })
      .finally(() => this.#inFlight.delete(work));
    this.#inFlight.add(work);
  }

  /** Resolves when every request is processed. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** The account of a link. Undefined when the link has expired or was used, or when the password has changed. */
  async find(token: string): Promise<{ readonly account: Account; readonly endsAt: Date } | undefined> {
    const { db, accounts, clock } = this.#needs;
    const row = await db
      .selectFrom('password_reset')
      .select(['account_id', 'password_fingerprint', 'ends_at'])
      .where('token_hash', '=', resetTokenHash(token))
      .where('ends_at', '>', clock.now())
      .executeTakeFirst();
    const account = row && (await accounts.find(row.account_id));
    if (
      row === undefined ||
      account === undefined ||
      row.password_fingerprint !== passwordFingerprint(account.passwordHash)
    )
      return undefined;
    return { account, endsAt: row.ends_at };
  }

  /** Deletes expired links. */
  async deleteExpired(): Promise<void> {
    const { db, clock } = this.#needs;
    await db.deleteFrom('password_reset').where('ends_at', '<=', clock.now()).execute();
  }

  async #send({ login, language }: ResetRequest, audit: Audit): Promise<void> {
    const { accounts, mails, log } = this.#needs;
    for (const account of await accounts.findByLogin(login)) {
      const token = await issueResetLink({ ...this.#needs, audit }, account);
      mails.resetLink(account, token, language);
      log.info({ account: account.id }, 'reset link requested');
    }
  }
}
