import type { ProblemCode } from '#schemas/problem/catalogue.ts';

/** Returned only after a correct password: otherwise they would reveal which accounts exist. */
const lockProblems: Readonly<Record<string, ProblemCode>> = {
  admin: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  retries: 'ACCOUNT_LOCKED_BY_RETRIES',
  inactivity: 'ACCOUNT_LOCKED_BY_INACTIVITY',
  expired: 'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
};

/** The problem of a stored lock reason. A deleted account is rejected like an unknown one. */
export const lockProblemOf = (reason: string): ProblemCode => lockProblems[reason] ?? 'LOGIN_REFUSED';

/** The problem of a browser that a lock keeps out. A lock by failed sign-ins, which strangers cause, admits known browsers. */
export const lockProblemFor = (reason: string | null, isKnownBrowser: boolean): ProblemCode | undefined =>
  reason === null || (reason === 'retries' && isKnownBrowser) ? undefined : lockProblemOf(reason);
