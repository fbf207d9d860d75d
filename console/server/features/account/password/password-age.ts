import { addMs } from '#platform/clock/time.ts';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

export interface PasswordTimestamps {
  /** Null when the user has never chosen a password. */
  readonly passwordUpdatedAt: Date | null;
  /** When an administrator issued it. Null otherwise. */
  readonly passwordIssuedAt: Date | null;
  readonly createdAt: Date;
}

export interface PasswordAge {
  /** Undefined when it does not expire. */
  readonly expiresAt: Date | undefined;
  readonly state: 'fresh' | 'warned' | 'to-be-changed' | 'expired';
}

/** Age of a password relative to its expiry. */
export function passwordAge(policy: SignInPolicy, dates: PasswordTimestamps, now: Date): PasswordAge {
  const { expiryDays, warnDays, updateDays } = policy;
  if (expiryDays === null) return { expiresAt: undefined, state: 'fresh' };
  const expiresAt = addMs(
    dates.passwordUpdatedAt ?? dates.passwordIssuedAt ?? dates.createdAt,
    expiryDays * DAY_MS,
  );
  const leftMs = expiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return { expiresAt, state: 'expired' };
  if (leftMs <= updateDays * DAY_MS) return { expiresAt, state: 'to-be-changed' };
  return { expiresAt, state: leftMs <= Math.max(warnDays, updateDays) * DAY_MS ? 'warned' : 'fresh' };
}
