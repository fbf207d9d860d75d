import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { later } from '#platform/clock/later.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SignInPolicy } from '#schemas/account/sign-in-policy.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { lockEntry } from './lock-entry.ts';

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

type Due = ReturnType<typeof sql<boolean>>;

interface Rule {
  readonly due: Due;
  readonly only: number | undefined;
  /** The rule as the settings have it: for who asks later why. */
  readonly why: Readonly<Record<string, number>>;
}

/**
 * Nobody could open an installation whose last administrator was locked by the calendar: he stays open. Names the tables
 * as `account` and `role`.
 */
const isLastAdministrator = sql<boolean>`(
  EXISTS (SELECT 1 FROM role WHERE role.id = account.role_id AND role.is_admin)
  AND NOT EXISTS (
    SELECT 1 FROM account AS other JOIN role ON role.id = other.role_id
    WHERE role.is_admin AND other.lock_reason IS NULL AND other.id <> account.id
  )
)`;

async function lock(
  { db, clock, audit }: Needs,
  reason: 'inactivity' | 'expired',
  { due, only, why }: Rule,
): Promise<readonly number[]> {
  return db.transaction().execute(async (tx) => {
    let locking = tx
      .updateTable('account')
      .set({ lock_reason: reason, locked_at: clock.now() })
      .where('lock_reason', 'is', null)
      .where(due)
      .where(sql<boolean>`NOT ${isLastAdministrator}`);
    if (only !== undefined) locking = locking.where('id', '=', only);
    const locked = await locking.returning(['id', 'username']).execute();
    for (const account of locked) await audit(tx, lockEntry(account, reason, why));
    return locked.map(({ id }) => id);
  });
}

/**
 * Locks accounts that were not used for too long, and those whose password has expired; all of them, or one. Answers which.
 * Somebody who is at work keeps his session: his password is asked at the next sign-in only.
 */
export async function lockOverdue(
  needs: Needs,
  { inactivityDays, expiryDays }: SignInPolicy,
  only?: number,
): Promise<readonly number[]> {
  const before = (days: number): Date => later(needs.clock.now(), -days * DAY_MS);
  const locked: number[] = [];
  if (expiryDays !== null)
    locked.push(
      ...(await lock(needs, 'expired', {
        ...{ only, why: { expiryDays } },
        due: sql<boolean>`password_hash IS NOT NULL
          AND coalesce(password_updated_at, password_given_at, created_at) <= ${before(expiryDays)}
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.account_id = account.id)`,
      })),
    );
  if (inactivityDays !== null)
    locked.push(
      ...(await lock(needs, 'inactivity', {
        ...{ only, why: { inactivityDays } },
        due: sql<boolean>`greatest(created_at, last_access_at, unlocked_at, password_updated_at, password_given_at)
          <= ${before(inactivityDays)}`,
      })),
    );
  return locked;
}
