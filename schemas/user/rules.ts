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

export interface PasswordDates {
  /** Null: never chosen by the user himself. */
  readonly updatedAt: number | null;
  /** When it was handed over; null: it was not. */
  readonly givenAt: number | null;
  readonly createdAt: number;
  /** False for who signs in elsewhere. */
  readonly hasPassword: boolean;
}

/** When the password ends under rules of so many days; null: never. One that was handed over counts from then. */
export const passwordExpiry = (
  { updatedAt, givenAt, createdAt, hasPassword }: PasswordDates,
  expiryDays: number | null,
): number | null =>
  expiryDays === null || !hasPassword ? null : (updatedAt ?? givenAt ?? createdAt) + expiryDays * DAY_MS;
