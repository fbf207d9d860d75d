import { sql } from 'kysely';
import { lookAlikeAmong } from '#schemas/user/look-alike.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/**
 * The username of another account that looks like a new one (UTS 39, section 4). Who adds a name waits for others who do, until their
 * transactions have ended.
 */
export async function lookAlikeAccount(tx: Tx, username: string, own = 0): Promise<string | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('account_name'))`.execute(tx);
  const others = await tx.selectFrom('account').select('username').where('id', '<>', own).execute();
  return lookAlikeAmong(
    username,
    others.map((other) => other.username),
  );
}
