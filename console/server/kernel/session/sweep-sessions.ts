import { later } from '#platform/clock/later.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import type { Audit, Tx } from '../audit/audit-trail.ts';

/** Ends that are told in one transaction: until it is over nobody else can add an event. */
const AT_ONCE = 50;

const isOver = (now: Date) => ({ absolute: now, idle: later(now, -sessionLimits.idleMs) });

/** Nobody's: there is nobody to tell of. */
async function removeAnonymous(db: Db, now: Date): Promise<void> {
  const { absolute, idle } = isOver(now);
  await db
    .deleteFrom('session')
    .where('account_id', 'is', null)
    .where((is) => is.or([is('ends_at', '<', absolute), is('seen_at', '<', idle)]))
    .execute();
}

/** Answers how many it removed. */
async function removeSome(tx: Tx, now: Date, audit: Audit): Promise<number> {
  const { absolute, idle } = isOver(now);
  const over = tx
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', 'is not', null)
    .where((is) => is.or([is('ends_at', '<', absolute), is('seen_at', '<', idle)]))
    .limit(AT_ONCE);
  const rows = await tx
    .deleteFrom('session')
    .using('account')
    .whereRef('account.id', '=', 'session.account_id')
    .where('token_hash', 'in', over)
    .returning(['account.id', 'username', 'ends_at', 'seen_at', 'address'])
    .execute();
  for (const { id, username, ends_at, seen_at, address } of rows)
    await audit(tx, {
      ...{ kind: 'sign-out', action: 'session.end' },
      ...{ subject: 'user', subjectId: id, subjectName: username },
      note: { because: ends_at < absolute ? 'absolute' : 'idle', seenAt: seen_at.toISOString(), address },
    });
  return rows.length;
}

/** Removes sessions that are over. Of those of users the audit tells, once however many servers do this. */
export async function sweepSessions(db: Db, now: Date, audit: Audit): Promise<void> {
  await removeAnonymous(db, now);
  let removed: number;
  do {
    removed = await db.transaction().execute((tx) => removeSome(tx, now, audit));
  } while (removed === AT_ONCE);
}
