import { DAY_MS } from '../time/duration.ts';
import type { LockReason } from './user.ts';

export interface LockedAccount {
  readonly reason: LockReason;
  readonly lockedAt: number | null;
  readonly passwordUpdatedAt: number | null;
}

/** Whether an unlocked account would lock again because its expired password was not changed. */
export const unlockNeedsConfirmation = ({ reason, lockedAt, passwordUpdatedAt }: LockedAccount): boolean =>
  reason === 'expired' && (passwordUpdatedAt === null || passwordUpdatedAt <= (lockedAt ?? Infinity));

export interface PasswordDates {
  /** Null: never changed by the user. */
  readonly updatedAt: number | null;
  /** When the password was issued; null: it was not. */
  readonly givenAt: number | null;
  readonly createdAt: number;
  /** False: the user signs in through an identity provider. */
  readonly hasPassword: boolean;
}

/** Returns when the password expires after `days`; null: never. An issued password counts from its issue. */
export const passwordExpiry = (
  { updatedAt, givenAt, createdAt, hasPassword }: PasswordDates,
  expiryDays: number | null,
): number | null =>
  expiryDays === null || !hasPassword ? null : (updatedAt ?? givenAt ?? createdAt) + expiryDays * DAY_MS;
