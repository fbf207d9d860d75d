import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { SMTP_SETTING, Smtp } from '#schemas/settings/smtp/smtp.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { deleteSetting, updateSetting } from '../../../kernel/setting/update-setting.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ password, ...plain }: Smtp) =>
  fieldsOf({ ...plain, password: new Secret(password) });

interface SmtpRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** The settings of the mail server. */
export class SmtpRepository {
  readonly #needs: SmtpRepositoryNeeds;

  constructor(needs: SmtpRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Undefined when no mail server is set up. */
  async read(db: Db | Tx = this.#needs.db): Promise<Smtp | undefined> {
    const row = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', SMTP_SETTING)
      .executeTakeFirst();
    return row && Smtp.parse(withSmtpSecrets(row.value as Smtp, this.#needs.secrets.open));
  }

  /** `complete` returns the new settings from the stored ones. */
  update(complete: (stored: Smtp | undefined) => Smtp, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const stored = await this.read(tx);
      const smtp = complete(stored);
      const value = withSmtpSecrets(smtp, this.#needs.secrets.seal);
      const before = stored && auditSnapshot(stored);
      await updateSetting(tx, actor.audit, { name: SMTP_SETTING, value, before, after: auditSnapshot(smtp) });
    });
  }

  delete(actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const stored = await this.read(tx);
      await deleteSetting(tx, actor.audit, { name: SMTP_SETTING, before: stored && auditSnapshot(stored) });
    });
  }
}
