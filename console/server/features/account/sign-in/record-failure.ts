import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { Audit, Tx } from '../../../kernel/audit/audit-trail.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { isLastAdministrator } from './last-administrator.ts';
import { lockAuditEntry } from './lock-audit-entry.ts';
import { retryLockEnd } from './retry-lock.ts';

interface FailureNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

/** A wrong password or second factor. */
export interface Failure {
  readonly accountId: number;
  readonly step: 'password' | 'second factor';
  /** Undefined: the browser is not known, and the failure may be that of a stranger. */
  readonly browser: KnownBrowser | undefined;
}

type LockPolicy = Pick<SignInPolicy, 'maxFailures' | 'lockMinutes'>;

/** Wrong passwords for an account that has none do not count. Strangers would lock out a user of the identity provider. */
async function countOfStrangers(tx: Tx, { accountId, step }: Failure): Promise<number> {
  let counting = tx
    .updateTable('account')
    .set((eb) => ({ failed_logins: eb('failed_logins', '+', 1) }))
    .where('id', '=', accountId);
  if (step === 'password') counting = counting.where('password_hash', 'is not', null);
  const row = await counting.returning('failed_logins').executeTakeFirst();
  return row?.failed_logins ?? 0;
}

/** A browser that fails too often is not known any more. */
async function countOfBrowser(
  tx: Tx,
  { accountId, tokenHash }: KnownBrowser,
  maxFailures: number,
): Promise<number> {
  const row = await tx
    .updateTable('known_browser')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .returning('failures')
    .executeTakeFirst();
  const failures = row?.failures ?? 0;
  if (failures >= maxFailures)
    await tx
      .deleteFrom('known_browser')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', tokenHash)
      .execute();
  return failures;
}

async function lock(
  tx: Tx,
  { clock, audit }: FailureNeeds,
  { accountId, policy }: { readonly accountId: number; readonly policy: LockPolicy },
): Promise<boolean> {
  const account = await tx
    .selectFrom('account')
    .select(['username', 'retry_locks', isLastAdministrator.as('is_last_administrator')])
    .where('id', '=', accountId)
    .where('lock_reason', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return false;
  const { username, retry_locks: earlierLocks, is_last_administrator: isLast } = account;
  const now = clock.now();
  const { lockMinutes, maxFailures } = policy;
  const endsAt = retryLockEnd({ now, lockMinutes, earlierLocks, isLastAdministrator: isLast });
  await tx
    .updateTable('account')
    .set({ lock_reason: 'retries', locked_at: now, lock_ends_at: endsAt })
    .set((eb) => ({ retry_locks: eb('retry_locks', '+', 1) }))
    .where('id', '=', accountId)
    .execute();
  const until = endsAt === null ? {} : { until: endsAt.toISOString() };
  const limits = { tries: maxFailures, ...until };
  const lockEntry = lockAuditEntry({ id: accountId, username }, { before: null, reason: 'retries', limits });
  await audit(tx, lockEntry);
  return true;
}

/**
 * Counts a failed attempt, for a known browser or for all others together. Returns whether it locked the account. The lock keeps out
 * browsers that are not known, and never ends a session: strangers can cause it.
 */
export async function recordFailure(
  needs: FailureNeeds,
  failure: Failure,
  policy: LockPolicy,
): Promise<boolean> {
  const { accountId, browser } = failure;
  return needs.db.transaction().execute(async (tx) => {
    const failures =
      browser === undefined
        ? await countOfStrangers(tx, failure)
        : await countOfBrowser(tx, browser, policy.maxFailures);
    return failures >= policy.maxFailures && (await lock(tx, needs, { accountId, policy }));
  });
}
