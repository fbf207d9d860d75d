import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { SMTP_SETTING, Smtp } from '#schemas/settings/smtp/smtp.ts';

/** The mail server in PostgreSQL. */
export class SmtpRepository {
  readonly #db: Db;
  readonly #secrets: SecretBox;

  constructor({ db, secrets }: { readonly db: Db; readonly secrets: SecretBox }) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async read(): Promise<Smtp | undefined> {
    const row = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SMTP_SETTING)
      .executeTakeFirst();
    return row && Smtp.parse(withSmtpSecrets(row.value as Smtp, this.#secrets.open));
  }

  async save(smtp: Smtp): Promise<void> {
    const value = JSON.stringify(withSmtpSecrets(smtp, this.#secrets.seal));
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
