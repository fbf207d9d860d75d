import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  Announcement,
  ANNOUNCEMENT_SETTING,
  readAnnouncement,
  saveAnnouncement,
} from '#schemas/settings/announcement/announcement.ts';
import type { AuditTrail, Tx } from '../../../kernel/audit/audit-trail.ts';
import { serve } from '../../../kernel/route/serve.ts';

const none: Announcement = { enabled: false, message: '', format: 'banner' };

async function stored(db: Db | Tx): Promise<Announcement> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', ANNOUNCEMENT_SETTING)
    .executeTakeFirst();
  return row === undefined ? none : Announcement.parse(row.value);
}

/** The announcement tab of the platform settings; signing in shows what is stored here. */
export function announcementPlugin(
  app: FastifyInstance,
  { db, audit }: { readonly db: Db; readonly audit: AuditTrail },
): void {
  serve(app, readAnnouncement, () => stored(db));

  serve(app, saveAnnouncement, async ({ body, request }) => {
    const record = audit.by(request);
    await db.transaction().execute(async (tx) => {
      const before = await stored(tx);
      const value = JSON.stringify(body);
      await tx
        .insertInto('setting')
        .values({ name: ANNOUNCEMENT_SETTING, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      const subject = { subject: 'setting', subjectId: ANNOUNCEMENT_SETTING };
      await record(tx, { action: 'setting.update', ...subject, before: { ...before }, after: { ...body } });
    });
    return {};
  });
}
