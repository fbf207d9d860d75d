import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { lockoutDefaults } from '#schemas/limit/account.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Audit, Tx } from '../../../kernel/audit/audit-trail.ts';
import type { Account } from '../account.ts';
import { isLastAdministrator } from './last-administrator.ts';

interface EndNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** Administrators who lock each other out within the same moment would all stay locked. */
async function limitLocksOfAdministrators(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ lock_ends_at: addMs(now, lockoutDefaults.lockMinutes * MINUTE_MS) })
    .where('lock_reason', '=', 'retries')
    .where('lock_ends_at', 'is', null)
    .where(sql<boolean>`${isLastAdministrator}`)
    .execute();
}

/** Unlocks the accounts, or one account, whose lock by failed sign-ins has ended. The user keeps no failures. */
export async function endRetryLocks({ db, clock, audit }: EndNeeds, accountId?: number): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    if (accountId === undefined) await limitLocksOfAdministrators(tx, now);
    let ending = tx
      .updateTable('account')
      .set({ lock_reason: null, locked_at: null, lock_ends_at: null, failed_logins: 0 })
      .where('lock_reason', '=', 'retries')
      .where('lock_ends_at', '<=', now);
    if (accountId !== undefined) ending = ending.where('id', '=', accountId);
    for (const { id, username } of await ending.returning(['id', 'username']).execute())
      await audit(tx, {
        action: 'user.unlock',
        subject: 'user',
        subjectId: id,
        subjectName: username,
        before: { lock: 'retries' },
        after: { lock: null },
      });
  });
}

/** Unlocks the account when its lock by failed sign-ins has ended. Returns the account as it is then. */
export async function endRetryLockOf(needs: EndNeeds, account: Account): Promise<Account> {
  const { id, lockEndsAt } = account;
  if (lockEndsAt === null || lockEndsAt > needs.clock.now()) return account;
  await endRetryLocks(needs, id);
  return { ...account, lockReason: null, lockEndsAt: null };
}
