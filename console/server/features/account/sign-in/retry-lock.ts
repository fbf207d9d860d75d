import { addMs } from '#platform/clock/time.ts';
import { lockoutDefaults } from '#schemas/limit/account.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';

/** The longest lock by failures. */
const MAX_LOCK_MS = DAY_MS;

export interface RetryLock {
  readonly now: Date;
  /** Minutes of the first lock. Null: it lasts until it is lifted. */
  readonly lockMinutes: number | null;
  /** Locks since the last successful sign-in. */
  readonly earlierLocks: number;
  /** No one else could lift it. */
  readonly isLastAdministrator: boolean;
}

/** The end of a lock by failures: each lasts twice as long as the one before. Null: it lasts until it is lifted. */
export function retryLockEnd({
  now,
  lockMinutes,
  earlierLocks,
  isLastAdministrator,
}: RetryLock): Date | null {
  const minutes = lockMinutes ?? (isLastAdministrator ? lockoutDefaults.lockMinutes : null);
  return minutes === null ? null : addMs(now, Math.min(MAX_LOCK_MS, minutes * MINUTE_MS * 2 ** earlierLocks));
}
