import type { Db } from '#platform/postgres/postgres.ts';

export interface LoginAccount {
  readonly id: number;
  readonly passwordHash: string | null;
}

/** A name as the table could hold it: PostgreSQL takes no zero character, and refuses the whole statement for one. */
const stored = (username: string): string => username.toLowerCase().replaceAll('\u0000', '\uFFFD');

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
      .select(['id', 'password_hash'])
      .where((is) => is(is.fn<string>('lower', ['username']), '=', stored(username)))
      .executeTakeFirst();
    return row && { id: row.id, passwordHash: row.password_hash };
  }

  /** One more failure in a row; the account locks at `most`. Answers whether it did so now. */
  async failed(id: number, most: number, now: Date): Promise<boolean> {
    const row = await this.#db
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
      .returning(['failed_logins', 'lock_reason'])
      .executeTakeFirst();
    return row?.failed_logins === most && row.lock_reason === 'retries';
  }

  /**
   * The right password was given: the count starts anew, unless the account is locked by now. Answers why it is, null when
   * it is not: decided by the same statement, so that many tries at once do not get past the lock.
   */
  async succeeded(id: number, now: Date): Promise<string | null> {
    const unlocked = await this.#db
      .updateTable('account')
      .set({ failed_logins: 0, last_access_at: now })
      .where('id', '=', id)
      .where('lock_reason', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (unlocked !== undefined) return null;
    const row = await this.#db
      .selectFrom('account')
      .select('lock_reason')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.lock_reason ?? 'gone';
  }

  async savePasswordHash(id: number, hash: string): Promise<void> {
    await this.#db.updateTable('account').set({ password_hash: hash }).where('id', '=', id).execute();
  }

  async saveLanguage(id: number, language: 'en' | 'fr'): Promise<void> {
    await this.#db.updateTable('account').set({ language }).where('id', '=', id).execute();
  }
}
