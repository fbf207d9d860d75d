import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { Announcement, ANNOUNCEMENT_SETTING } from '#schemas/settings/announcement/announcement.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { updateSetting } from '../../../kernel/setting/update-setting.ts';
import { transact, type Actor } from '../../../shared/repository/transact.ts';

const none: Announcement = { enabled: false, message: '', format: 'banner' };

async function readStoredAnnouncement(db: Db | Tx): Promise<Announcement> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', ANNOUNCEMENT_SETTING)
    .executeTakeFirst();
  return row === undefined ? none : Announcement.parse(row.value);
}

export interface AnnouncementRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The announcement in PostgreSQL. */
export class AnnouncementRepository {
  readonly #needs: AnnouncementRepositoryNeeds;

  constructor(needs: AnnouncementRepositoryNeeds) {
    this.#needs = needs;
  }

  read(): Promise<Announcement> {
    return readStoredAnnouncement(this.#needs.db);
  }

  update(announcement: Announcement, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx }) => {
      const before = fieldsOf(await readStoredAnnouncement(tx));
      const after = fieldsOf(announcement);
      await updateSetting(tx, actor.audit, {
        name: ANNOUNCEMENT_SETTING,
        value: announcement,
        before,
        after,
      });
    });
  }
}
