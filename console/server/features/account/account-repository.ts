import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { Preferences, type PreferencesChange } from '#schemas/account/preferences.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';
import { accountColumns, parseAccount, preferencesOf, type Account } from './account.ts';

/** Accounts per mail address that get a reset link. More would allow flooding the mailbox. */
const MAX_ACCOUNTS_PER_ADDRESS = 5;

/** A username in comparable form. PostgreSQL rejects statements with a NUL character. */
export const comparableName = (username: string): string =>
  username.toLowerCase().replaceAll('\u0000', '\uFFFD');

export interface AccountRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

interface Admission {
  readonly now: Date;
  /** The lock by failed sign-ins of others does not concern it. */
  readonly isKnownBrowser: boolean;
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
      .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', comparableName(username)))
      .executeTakeFirst();
    return row && parseAccount(row);
  }

  /**
   * Records a correct password and resets the failures. Returns the lock reason, or null for an account that admits this browser. One
   * statement decides, so that concurrent attempts do not bypass the lock. With a second factor the failures are retained: otherwise a
   * known password would allow guessing codes for ever.
   */
  async recordPassword(id: number, { now, isKnownBrowser }: Admission): Promise<string | null> {
    const keepsFailures = sql<boolean>`lock_reason IS NOT NULL OR EXISTS (
      SELECT 1 FROM second_factor WHERE account_id = account.id AND confirmed_at IS NOT NULL
    )`;
    return this.#admit(id, { isKnownBrowser, keepsFailures, set: { last_access_at: now } });
  }

  /** Records a correct second factor. Returns the lock reason, or null for an account that admits this browser. */
  async recordSecondFactor(id: number, isKnownBrowser: boolean): Promise<string | null> {
    return this.#admit(id, { isKnownBrowser, keepsFailures: sql<boolean>`lock_reason IS NOT NULL`, set: {} });
  }

  async #admit(
    id: number,
    {
      isKnownBrowser,
      keepsFailures,
      set,
    }: {
      readonly isKnownBrowser: boolean;
      readonly keepsFailures: ReturnType<typeof sql<boolean>>;
      readonly set: { readonly last_access_at?: Date };
    },
  ): Promise<string | null> {
    const storedOrZero = (column: 'failed_logins' | 'retry_locks') =>
      sql<number>`CASE WHEN ${keepsFailures} THEN ${sql.ref(column)} ELSE 0 END`;
    let admitting = this.#needs.db
      .updateTable('account')
      .set({
        ...set,
        failed_logins: storedOrZero('failed_logins'),
        retry_locks: storedOrZero('retry_locks'),
      })
      .where('id', '=', id);
    admitting = isKnownBrowser
      ? admitting.where((eb) => eb.or([eb('lock_reason', 'is', null), eb('lock_reason', '=', 'retries')]))
      : admitting.where('lock_reason', 'is', null);
    const admitted = await admitting.returning('id').executeTakeFirst();
    return admitted === undefined ? this.#lockReasonOf(id) : null;
  }

  async #lockReasonOf(id: number): Promise<string> {
    const row = await this.#needs.db
      .selectFrom('account')
      .select('lock_reason')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.lock_reason ?? 'deleted';
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
    const comparable = comparableName(login);
    const rows = await this.#needs.db
      .selectFrom('account')
      .select([...accountColumns])
      .where((eb) =>
        eb.or([
          eb(eb.fn<string>('lower', ['username']), '=', comparable),
          eb(eb.fn<string>('lower', ['email']), '=', comparable),
        ]),
      )
      .where('password_hash', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('account_identity').select('account_id').whereRef('account_id', '=', 'account.id'),
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
        .set((eb) => ({
          password_hash: after,
          password_updated_at: now,
          password_issued_at: null,
          failed_logins: 0,
          retry_locks: 0,
          lock_ends_at: null,
          lock_reason: eb.case().when('lock_reason', '=', 'admin').then('admin').else(null).end(),
          locked_at: eb.case().when('lock_reason', '=', 'admin').then(eb.ref('locked_at')).else(null).end(),
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
        action: 'user.password',
        subject: 'user',
        subjectId: id,
        subjectName: username,
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
