import { passwordDefaults } from '../limit/account.ts';
import { DAY_MS } from '../time/duration.ts';
import type { LockReason } from './user.ts';

export interface LockedAccount {
  readonly reason: LockReason;
  readonly lockedAt: number | null;
  readonly passwordUpdatedAt: number | null;
}

/** Unlocked as it is, an account whose password had expired locks again: it was not changed since. */
export const unlockNeedsConfirmation = ({ reason, lockedAt, passwordUpdatedAt }: LockedAccount): boolean =>
  reason === 'expired' && (passwordUpdatedAt === null || passwordUpdatedAt <= (lockedAt ?? Infinity));

/** When the password ends that was chosen then; null: never. */
export function passwordExpiry(
  updatedAt: number | null,
  expiryDays: number | null = passwordDefaults.expiryDays,
): number | null {
  return updatedAt === null || expiryDays === null ? null : updatedAt + expiryDays * DAY_MS;
}
