import { HOUR_MS, MINUTE_MS } from '../time/duration.ts';

/** Defaults of the password settings: characters are counted as code points; expiry is off. */
export const passwordDefaults = {
  minCharacters: 12,
  maxCharacters: 128,
  minLowercase: 0,
  minUppercase: 0,
  minDigits: 0,
  minSymbols: 0,
  minUniqueCharacters: 0,
  forbiddenWords: true,
  expiryDays: null,
} as const;

/** An account locks after consecutive failures, for a time, or inactivity. */
export const lockoutDefaults = { maxFailures: 5, lockMinutes: 15, inactivityDays: 90 } as const;

/** Browsers that a user has signed in with: the least recently used one makes room, and each is forgotten after this time. */
export const knownBrowserLimits = { maxPerAccount: 20, days: 90 } as const;

export const sessionLimits = { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS } as const;

/** API tokens expire. */
export const tokenLimits = { maxDays: 365 } as const;

/** Lifetime of a reset link, which works once. */
export const RESET_LINK_MS = 60 * MINUTE_MS;

/** Return period in the terms and conditions. */
export const TERMS_RETURN_DAYS = 15;

/** A 401 on routes with these prefixes does not sign the user out. */
export const automaticLogoutExemptions = [
  '/internalLogin',
  '/authProviders',
  '/requestPasswordReset',
  '/resetPassword',
] as const;

/** Name of both the header and the cookie. */
export const CSRF_NAME = 'X-CSRF-Token';
