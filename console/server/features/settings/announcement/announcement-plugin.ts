import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  Announcement,
  ANNOUNCEMENT_SETTING,
  readAnnouncement,
  updateAnnouncement,
} from '#schemas/settings/announcement/announcement.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { updateSetting } from '#server/kernel/setting/update-setting.ts';

const none: Announcement = { enabled: false, message: '', format: 'banner' };

async function stored(db: Db | Tx): Promise<Announcement> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', ANNOUNCEMENT_SETTING)
    .executeTakeFirst();
  return row === undefined ? none : Announcement.parse(row.value);
}

/** The announcement tab of the platform settings; the sign-in page and every open screen show what is stored here. */
export function announcementPlugin(
  app: FastifyInstance,
  { db, bus }: { readonly db: Db; readonly bus: Pick<Bus, 'publish'> },
): void {
  serve(app, readAnnouncement, () => stored(db));

  serve(app, updateAnnouncement, async ({ body, audit }) => {
    await db.transaction().execute(async (tx) => {
      const before = fieldsOf(await stored(tx));
      const change = { name: ANNOUNCEMENT_SETTING, value: body, before, after: fieldsOf(body) };
      await updateSetting(tx, audit, change);
    });
    bus.publish(subjects.config('announcement'), '{}');
    return {};
  });
}
