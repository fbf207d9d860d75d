import type { z } from 'zod';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import {
  Announcement,
  ANNOUNCEMENT_SETTING,
  type ShownAnnouncement,
} from '#schemas/settings/announcement/announcement.ts';
import { HISTORY_SETTING, HistoryProgress, writtenPercent } from '#schemas/settings/demonstration-history.ts';
import { readPolicy } from '../../../kernel/password/read-policy.ts';

export interface SignInSettingsNeeds {
  readonly db: Db;
}

/** Settings that sign-in reads. */
export class SignInSettings {
  readonly #needs: SignInSettingsNeeds;

  constructor(needs: SignInSettingsNeeds) {
    this.#needs = needs;
  }

  /** The sign-in policy. The default until it is saved for the first time. */
  policy(): Promise<SignInPolicy> {
    return readPolicy(this.#needs.db);
  }

  /** The announcement on the sign-in page. */
  async announcement(): Promise<ShownAnnouncement | null> {
    const found = await this.#read(ANNOUNCEMENT_SETTING, Announcement);
    if (found === undefined || !found.enabled || found.message.trim() === '') return null;
    const { message, messageFr, format } = found;
    return { message, ...(messageFr === undefined ? {} : { messageFr }), format };
  }

  /** How much of the past of a demonstration is written, in percent; undefined: none is being written. */
  async history(): Promise<number | undefined> {
    const found = await this.#read(HISTORY_SETTING, HistoryProgress);
    return found && writtenPercent(found);
  }

  async #read<S extends z.ZodType>(name: string, schema: S): Promise<z.output<S> | undefined> {
    const row = await this.#needs.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? undefined : schema.parse(row.value);
  }
}
