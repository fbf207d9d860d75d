import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { Preferences } from '#schemas/account/preferences.ts';
import type { PreferencesChange } from '#schemas/account/preferences.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { transact } from '../../shared/repository/transact.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { accountColumns, parseAccount, preferencesOf } from './account.ts';
import type { Account } from './account.ts';
import { lockAuditEntry } from './sign-in/lock-audit-entry.ts';

/** Accounts per mail address that get a reset link. More would allow flooding the mailbox. */
const MAX_ACCOUNTS_PER_ADDRESS = 5;

/** A username in comparable form. PostgreSQL rejects statements with a NUL character. */
const comparableName = (username: string): string => username.toLowerCase().replaceAll('\u0000', '\uFFFD');

export interface AccountRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The accounts in PostgreSQL, as sign-in and the user's own pages change them. */
export class AccountRepository {
  readonly #needs: AccountRepositoryNeeds;

  constructor(needs: AccountRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Ignores case. */
  async findByUsername(username: string): Promise<Account | undefined> {
    const row = await this.#needs.db
      .selectFrom('account')
      .select([...accountColumns])
      .where((is) => is(is.fn<string>('lower', ['username']), '=', comparableName(username)))
      .executeTakeFirst();
    return row && parseAccount(row);
  }

  /** Counts a failed attempt. Locks the account at `most` failures in a row, and returns whether this failure did. */
  async recordFailure(
    id: number,
    { most, now }: { most: number; now: Date },
    audit: Audit,
  ): Promise<boolean> {
    return this.#needs.db.transaction().execute(async (tx) => {
      const locked = await this.#countFailure(tx, id, { most, now });
      if (locked === undefined) return false;
      await audit(tx, lockAuditEntry({ id, username: locked }, 'retries', { tries: most }));
      return true;
    });
  }

  /** Returns the username when this failure locked the account. */
  async #countFailure(
    tx: Tx,
    id: number,
    { most, now }: { readonly most: number; readonly now: Date },
  ): Promise<string | undefined> {
    const row = await tx
      .updateTable('account')
      .set((is) => ({
        failed_logins: is('failed_logins', '+', 1),
        lock_reason: is
          .case()
          .when(is.and([is('lock_reason', 'is', null), is('failed_logins', '>=', most - 1)]))
          .then('retries')
          .else(is.ref('lock_reason'))
          .end(),
        locked_at: is
          .case()
          .when(is.and([is('lock_reason', 'is', null), is('failed_logins', '>=', most - 1)]))
          .then(now)
          .else(is.ref('locked_at'))
          .end(),
      }))
      .where('id', '=', id)
      .returning(['username', 'failed_logins', 'lock_reason'])
      .executeTakeFirst();
    return row?.failed_logins === most && row.lock_reason === 'retries' ? row.username : undefined;
  }

  /**
   * Records a correct password and resets the failures. Returns the lock reason, or null for an unlocked account. One statement
   * decides, so that concurrent attempts do not bypass the lock. With a second factor the failures are kept: otherwise a known
   * password would allow guessing codes for ever.
   */
  async recordPassword(id: number, now: Date): Promise<string | null> {
    const unlocked = await this.#needs.db
      .updateTable('account')
      .set((is) => ({
        failed_logins: is
          .case()
          .when(
            is.exists(
              is
                .selectFrom('second_factor')
                .select('account_id')
                .where('account_id', '=', id)
                .where('confirmed_at', 'is not', null),
            ),
          )
          .then(is.ref('failed_logins'))
          .else(0)
          .end(),
        last_access_at: now,
      }))
      .where('id', '=', id)
      .where('lock_reason', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return unlocked === undefined ? this.#lockReasonOf(id) : null;
  }

  /** Records a correct second factor. Returns the lock reason, or null for an unlocked account. */
  async recordSecondFactor(id: number): Promise<string | null> {
    const unlocked = await this.#needs.db
      .updateTable('account')
      .set({ failed_logins: 0 })
      .where('id', '=', id)
      .where('lock_reason', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return unlocked === undefined ? this.#lockReasonOf(id) : null;
  }

  async #lockReasonOf(id: number): Promise<string> {
    const row = await this.#needs.db
      .selectFrom('account')
      .select('lock_reason')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.lock_reason ?? 'gone';
  }

  async find(id: number): Promise<Account | undefined> {
    const row = await this.#needs.db
      .selectFrom('account')
      .select([...accountColumns])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && parseAccount(row);
  }

  /** Accounts with a password, by username or mail address, ignoring case. Several may share an address. */
  async findByLogin(login: string): Promise<readonly Account[]> {
    const wanted = comparableName(login);
    const rows = await this.#needs.db
      .selectFrom('account')
      .select([...accountColumns])
      .where((is) =>
        is.or([
          is(is.fn<string>('lower', ['username']), '=', wanted),
          is(is.fn<string>('lower', ['email']), '=', wanted),
        ]),
      )
      .where('password_hash', 'is not', null)
      .where((is) =>
        is.not(
          is.exists(
            is.selectFrom('account_identity').select('account_id').whereRef('account_id', '=', 'account.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(MAX_ACCOUNTS_PER_ADDRESS)
      .execute();
    return rows.map(parseAccount);
  }

  /** Replaces the hash of an unchanged password. Returns false, without a change, when the stored hash differs from `before`. */
  async replacePasswordHash(
    id: number,
    { before, after }: { readonly before: string; readonly after: string },
  ): Promise<boolean> {
    const changed = await this.#needs.db
      .updateTable('account')
      .set({ password_hash: after })
      .where('id', '=', id)
      .where('password_hash', '=', before)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  }

  /**
   * Changes the password. Deletes reset links and pending sign-ins except that of the session `keep`, and lifts every lock except that
   * of an administrator. `before` is the verified hash: returns false, without a change, when the stored hash differs by now.
   */
  async changePassword(
    { id, username, lockReason }: Account,
    {
      before,
      after,
      now,
      keep = '',
    }: {
      readonly before: string | null;
      readonly after: string;
      readonly now: Date;
      readonly keep?: string | undefined;
    },
    audit: Audit,
  ): Promise<boolean> {
    return this.#needs.db.transaction().execute(async (tx) => {
      const changed = await tx
        .updateTable('account')
        .set((is) => ({
          password_hash: after,
          password_updated_at: now,
          password_issued_at: null,
          failed_logins: 0,
          lock_reason: is.case().when('lock_reason', '=', 'admin').then('admin').else(null).end(),
          locked_at: is.case().when('lock_reason', '=', 'admin').then(is.ref('locked_at')).else(null).end(),
        }))
        .where('id', '=', id)
        .where('password_hash', 'is not distinct from', before)
        .returning('lock_reason')
        .executeTakeFirst();
      if (changed === undefined) return false;
      await tx.deleteFrom('password_reset').where('account_id', '=', id).execute();
      await tx
        .deleteFrom('pending_sign_in')
        .where('account_id', '=', id)
        .where('session_hash', '<>', keep)
        .execute();
      await audit(tx, {
        ...{ action: 'user.password', subject: 'user', subjectId: id, subjectName: username },
        before: { password: new Secret(before ?? ''), lockReason },
        after: { password: new Secret(after), lockReason: changed.lock_reason },
      });
      return true;
    });
  }

  /** Changes only the given preferences of the caller. */
  updatePreferences(given: PreferencesChange, actor: Actor): Promise<void> {
    const { id } = actor.caller;
    return transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const { username, ...stored } = await tx
        .selectFrom('account')
        .select(['username', 'language', 'theme', 'dates'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const before = preferencesOf(stored);
      const after = Preferences.parse({ ...before, ...given });
      await tx.updateTable('account').set(after).where('id', '=', id).execute();
      const subject = { subject: 'user', subjectId: id, subjectName: username };
      await record({ action: 'user.preferences', ...subject, before, after });
    });
  }
}
