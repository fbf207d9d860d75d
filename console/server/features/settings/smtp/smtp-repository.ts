import type { Db } from '#platform/postgres/postgres.ts';
import { SMTP_SETTING, Smtp } from '#schemas/settings/smtp/smtp.ts';

/** The mail server in PostgreSQL. */
export class SmtpRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async read(): Promise<Smtp | undefined> {
    const row = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SMTP_SETTING)
      .executeTakeFirst();
    return row && Smtp.parse(row.value);
  }

  async save(smtp: Smtp): Promise<void> {
    const value = JSON.stringify(smtp);
    await this.#db
      .insertInto('setting')
      .values({ name: SMTP_SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  async remove(): Promise<void> {
    await this.#db.deleteFrom('setting').where('name', '=', SMTP_SETTING).execute();
  }
}
