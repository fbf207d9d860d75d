import type { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import { SIGN_IN_SETTING } from '#schemas/account/sign-in-policy.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import type { SignInPolicy } from '#schemas/account/sign-in-policy.ts';
import { Announcement, ANNOUNCEMENT_SETTING } from '#schemas/settings/announcement/announcement.ts';
import type { Audit } from '#server/kernel/audit/audit-trail.ts';
import { updateSetting } from '#server/kernel/setting/update-setting.ts';
import { readPolicy } from '#server/kernel/password/read-policy.ts';

/** Settings that sign-in reads. */
export class SignInSettings {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The sign-in policy. The default until it is saved for the first time. */
  policy(): Promise<SignInPolicy> {
    return readPolicy(this.#db);
  }

  async updatePolicy(policy: SignInPolicy, audit: Audit): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = fieldsOf(await readPolicy(tx));
      await updateSetting(tx, audit, {
        name: SIGN_IN_SETTING,
        value: policy,
        before,
        after: fieldsOf(policy),
      });
    });
  }

  /** The announcement on the sign-in page. */
  async announcement(): Promise<Pick<Announcement, 'message' | 'format'> | null> {
    const found = await this.#read(ANNOUNCEMENT_SETTING, Announcement);
    if (found === undefined || !found.enabled || found.message.trim() === '') return null;
    return { message: found.message, format: found.format };
  }

  async #read<S extends z.ZodType>(name: string, schema: S): Promise<z.output<S> | undefined> {
    const row = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? undefined : schema.parse(row.value);
  }
}
