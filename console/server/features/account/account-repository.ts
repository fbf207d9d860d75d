import type { Db } from '#platform/postgres/postgres.ts';

export interface LoginAccount {
  readonly id: number;
  readonly passwordHash: string | null;
  readonly lockReason: string | null;
  readonly failedLogins: number;
}

/** Accounts as signing in needs them. */
export class AccountRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** By name, whatever its case. */
  async byUsername(username: string): Promise<LoginAccount | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select(['id', 'password_hash', 'lock_reason', 'failed_logins'])
      .where((is) => is(is.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        passwordHash: row.password_hash,
        lockReason: row.lock_reason,
        failedLogins: row.failed_logins,
      }
    );
  }

  /** One more failure in a row; the account locks at `most`. */
  async failed(id: number, most: number, now: Date): Promise<void> {
    await this.#db
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
      .execute();
  }

  async succeeded(id: number, now: Date): Promise<void> {
    await this.#db
      .updateTable('account')
      .set({ failed_logins: 0, last_access_at: now })
      .where('id', '=', id)
      .execute();
  }

  async saveLanguage(id: number, language: 'en' | 'fr'): Promise<void> {
    await this.#db.updateTable('account').set({ language }).where('id', '=', id).execute();
  }
}
