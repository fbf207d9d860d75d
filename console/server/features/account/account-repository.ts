import type { Db } from '#platform/postgres/postgres.ts';
import { Preferences } from '#schemas/account/preferences.ts';
import type { PreferencesChange } from '#schemas/account/preferences.ts';
import { Secret } from '#schemas/audit/secret.ts';
import type { account as accountTable } from '#schemas/table/access.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { lockAuditEntry } from './sign-in/lock-audit-entry.ts';

/** What signing in knows of an account. */
export interface Account {
  readonly id: number;
  readonly username: string;
  /** Null: there is no password here. */
  readonly passwordHash: string | null;
  readonly email: string;
  readonly language: 'en' | 'fr' | null;
  readonly theme: Preferences['theme'];
  readonly dates: Preferences['dates'];
  readonly roleId: number;
  readonly lockReason: string | null;
  readonly passwordUpdatedAt: Date | null;
  /** When an administrator had the one in force made; null: the user has chosen it. */
  readonly passwordIssuedAt: Date | null;
  readonly createdAt: Date;
}

/** A mail address belongs to so many accounts at most: more would be a way to flood its box. */
const MAX_ACCOUNTS_PER_ADDRESS = 5;

const accountColumns = [
  'id',
  'username',
  'password_hash',
  'email',
  'language',
  'theme',
  'dates',
  'role_id',
  'lock_reason',
  'password_updated_at',
  'password_issued_at',
  'created_at',
] as const;
type AccountRow = Pick<Row<typeof accountTable>, (typeof accountColumns)[number]>;

const preferencesOf = ({ language, theme, dates }: Pick<AccountRow, keyof Preferences>): Preferences =>
  Preferences.parse({ language, theme, dates });

const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  passwordHash: row.password_hash,
  email: row.email,
  ...preferencesOf(row),
  roleId: row.role_id,
  lockReason: row.lock_reason,
  passwordUpdatedAt: row.password_updated_at,
  passwordIssuedAt: row.password_issued_at,
  createdAt: row.created_at,
});

/** A name as the table could hold it: PostgreSQL takes no zero character, and refuses the whole statement for one. */
const comparableName = (username: string): string => username.toLowerCase().replaceAll('\u0000', '\uFFFD');

/** Accounts as signing in needs them. */
export class AccountRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** By name, whatever its case. */
  async findByUsername(username: string): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select([...accountColumns])
      .where((is) => is(is.fn<string>('lower', ['username']), '=', comparableName(username)))
      .executeTakeFirst();
    return row && accountOf(row);
  }

  /** One more failure in a row; the account locks at `most`. Answers whether it did so now. */
  async recordFailure(id: number, { most, now }: { most: number; now: Date }, audit: Audit): Promise<boolean> {
    return this.#db.transaction().execute(async (tx) => {
      const locked = await this.#countFailure(tx, id, { most, now });
      if (locked === undefined) return false;
      await audit(tx, lockAuditEntry({ id, username: locked }, 'retries', { tries: most }));
      return true;
    });
  }

  /** Answers the name of the account when this failure locked it. */
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
   * The right password was given: the count starts anew, unless the account is locked by now. Answers why it is, null when
   * it is not: decided by the same statement, so that many tries at once do not get past the lock. Where a second factor
   * is to come the count goes on: whoever knows the password could else guess codes for ever.
   */
  async recordPassword(id: number, now: Date): Promise<string | null> {
    const unlocked = await this.#db
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

  /** The second factor was right as well. Answers why the account is locked by now, null when it is not. */
  async recordSecondFactor(id: number): Promise<string | null> {
    const unlocked = await this.#db
      .updateTable('account')
      .set({ failed_logins: 0 })
      .where('id', '=', id)
      .where('lock_reason', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return unlocked === undefined ? this.#lockReasonOf(id) : null;
  }

  async #lockReasonOf(id: number): Promise<string> {
    const row = await this.#db
      .selectFrom('account')
      .select('lock_reason')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.lock_reason ?? 'gone';
  }

  async find(id: number): Promise<Account | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select([...accountColumns])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && accountOf(row);
  }

  /** Accounts with a password of ours, by name or mail address, whatever their case: several may share an address. */
  async findByLogin(login: string): Promise<readonly Account[]> {
    const wanted = comparableName(login);
    const rows = await this.#db
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
    return rows.map(accountOf);
  }

  /** The same password at today's cost. Answers false, and changes nothing, when it is another by now. */
  async replacePasswordHash(
    id: number,
    { before, after }: { readonly before: string; readonly after: string },
  ): Promise<boolean> {
    const changed = await this.#db
      .updateTable('account')
      .set({ password_hash: after })
      .where('id', '=', id)
      .where('password_hash', '=', before)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  }

  /**
   * Another password: every reset link is void, every sign-in under way that the password before opened is over, but the
   * one of the session `keep`, and every lock is lifted but that of an administrator. `before` is the hash that was checked:
   * answers false, and changes nothing, when it is another by now.
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
    return this.#db.transaction().execute(async (tx) => {
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

  /** Those that are given; the others stay. */
  async updatePreferences(id: number, given: PreferencesChange, audit: Audit): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
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
      await audit(tx, { action: 'user.preferences', ...subject, before, after });
    });
  }
}
