import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { later } from '#platform/clock/later.ts';
import { sessionLimits } from '#schemas/limit/account.ts';

/** Part of the hash of a session's token: enough to tell sessions of one user apart, and worth nothing to who sees it. */
export const idOf = (tokenHash: string): string => tokenHash.slice(0, 16);

/** The sessions of an account that are not over, the newest first. */
export function readSessionsOf(db: Db, clock: Clock, accountId: number) {
  const now = clock.now();
  return db
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'seen_at', 'address', 'agent'])
    .where('account_id', '=', accountId)
    .where('ends_at', '>', now)
    .where('seen_at', '>', later(now, -sessionLimits.idleMs))
    .orderBy('created_at', 'desc')
    .execute();
}
