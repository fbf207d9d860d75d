import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import type { Audit, Tx } from '../audit/audit-trail.ts';

/** Audited sessions per transaction. The audit chain is locked until the commit. */
const SESSIONS_PER_TRANSACTION = 50;

const cutoffs = (now: Date) => ({ absolute: now, idle: addMs(now, -sessionLimits.idleMs) });

/** Anonymous sessions are deleted without an audit entry. */
async function deleteAnonymous(db: Db, now: Date): Promise<void> {
  const { absolute, idle } = cutoffs(now);
  await db
    .deleteFrom('session')
    .where('account_id', 'is', null)
    .where((eb) => eb.or([eb('ends_at', '<', absolute), eb('seen_at', '<', idle)]))
    .execute();
}

/** Returns the number of deleted sessions. */
async function deleteBatch(tx: Tx, now: Date, audit: Audit): Promise<number> {
  const { absolute, idle } = cutoffs(now);
  const over = tx
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', 'is not', null)
    .where((eb) => eb.or([eb('ends_at', '<', absolute), eb('seen_at', '<', idle)]))
    .limit(SESSIONS_PER_TRANSACTION);
  const rows = await tx
    .deleteFrom('session')
    .using('account')
    .whereRef('account.id', '=', 'session.account_id')
    .where('token_hash', 'in', over)
    .returning(['account.id', 'username', 'ends_at', 'seen_at', 'address'])
    .execute();
  await audit(
    tx,
    rows.map(({ id, username, ends_at, seen_at, address }) => ({
      kind: 'sign-out',
      action: 'session.end',
      subject: 'user',
      subjectId: id,
      subjectName: username,
      note: { because: ends_at < absolute ? 'absolute' : 'idle', seenAt: seen_at.toISOString(), address },
    })),
  );
  return rows.length;
}

/** Deletes expired sessions. Those of users are audited exactly once, also when several servers sweep. */
export async function sweepSessions(db: Db, now: Date, audit: Audit): Promise<void> {
  await deleteAnonymous(db, now);
  let deleted: number;
  do {
    deleted = await db.transaction().execute((tx) => deleteBatch(tx, now, audit));
  } while (deleted === SESSIONS_PER_TRANSACTION);
}
