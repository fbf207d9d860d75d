import type { Db } from '#platform/postgres/postgres.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Throws MAIL_SERVER_MISSING unless one is configured. */
export async function requireMailServer(db: Db): Promise<void> {
  const server = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', SMTP_SETTING)
    .executeTakeFirst();
  if (server === undefined) throw new ProblemError('MAIL_SERVER_MISSING');
}
