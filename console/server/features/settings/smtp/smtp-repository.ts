import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { SMTP_SETTING, Smtp } from '#schemas/settings/smtp/smtp.ts';
import type { Audit, Tx } from '../../../kernel/audit/audit-trail.ts';
import { updateSetting, deleteSetting } from '#server/kernel/setting/update-setting.ts';

const told = ({ password, ...plain }: Smtp) => fieldsOf({ ...plain, password: new Secret(password) });

/** The mail server in PostgreSQL. */
export class SmtpRepository {
  readonly #db: Db;
  readonly #secrets: SecretBox;

  constructor({ db, secrets }: { readonly db: Db; readonly secrets: SecretBox }) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async read(db: Db | Tx = this.#db): Promise<Smtp | undefined> {
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SMTP_SETTING)
      .executeTakeFirst();
    return row && Smtp.parse(withSmtpSecrets(row.value as Smtp, this.#secrets.open));
  }

  /** `complete` makes the settings of those that are stored. */
  async save(complete: (stored: Smtp | undefined) => Smtp, audit: Audit): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const stored = await this.read(tx);
      const smtp = complete(stored);
      const value = withSmtpSecrets(smtp, this.#secrets.seal);
      const before = stored && told(stored);
      await updateSetting(tx, audit, { name: SMTP_SETTING, value, before, after: told(smtp) });
    });
  }

  async remove(audit: Audit): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const stored = await this.read(tx);
      await deleteSetting(tx, audit, { name: SMTP_SETTING, before: stored && told(stored) });
    });
  }
}
