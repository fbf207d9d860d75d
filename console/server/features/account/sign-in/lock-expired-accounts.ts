import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import { isLastAdministrator } from './last-administrator.ts';
import { lockAuditEntry } from './lock-audit-entry.ts';

interface LockNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

type Due = ReturnType<typeof sql<boolean>>;

interface LockRule {
  readonly condition: Due;
  readonly accountId: number | undefined;
  /** The policy values, for the audit trail. */
  readonly limits: Readonly<Record<string, number>>;
}

async function lock(
  { db, clock, audit }: LockNeeds,
  reason: 'inactivity' | 'expired',
  { condition, accountId, limits }: LockRule,
): Promise<readonly number[]> {
  return db.transaction().execute(async (tx) => {
    const ids: number[] = [];
    // A lock by failed sign-ins, which leaves sessions and tokens, must not hold off one that ends them.
    for (const before of [null, 'retries'] as const) {
      let locking = tx
        .updateTable('account')
        .set({ lock_reason: reason, locked_at: clock.now(), lock_ends_at: null })
        .where('lock_reason', 'is not distinct from', before)
        .where(condition)
        .where(sql<boolean>`NOT ${isLastAdministrator}`);
      if (accountId !== undefined) locking = locking.where('id', '=', accountId);
      const locked = await locking.returning(['id', 'username']).execute();
      for (const account of locked) await audit(tx, lockAuditEntry(account, { before, reason, limits }));
      ids.push(...locked.map(({ id }) => id));
    }
    return ids;
  });
}

/**
 * Locks inactive accounts and accounts with an expired password, all of them or one, except the last administrator. Returns the locked ids. Accounts with an open
 * session are not locked for an expired password: the user must change it at the next sign-in.
 */
export async function lockExpiredAccounts(
  needs: LockNeeds,
  { inactivityDays, expiryDays }: SignInPolicy,
  accountId?: number,
): Promise<readonly number[]> {
  const before = (days: number): Date => addMs(needs.clock.now(), -days * DAY_MS);
  const locked: number[] = [];
  if (expiryDays !== null)
    locked.push(
      ...(await lock(needs, 'expired', {
        accountId,
        limits: { expiryDays },
        condition: sql<boolean>`password_hash IS NOT NULL
          AND coalesce(password_updated_at, password_issued_at, created_at) <= ${before(expiryDays)}
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.account_id = account.id)`,
      })),
    );
  if (inactivityDays !== null)
    locked.push(
      ...(await lock(needs, 'inactivity', {
        accountId,
        limits: { inactivityDays },
        condition: sql<boolean>`greatest(created_at, last_access_at, unlocked_at, password_updated_at, password_issued_at)
          <= ${before(inactivityDays)}`,
      })),
    );
  return locked;
}
