import type { ProblemCode } from '#schemas/problem/catalogue.ts';

/** Told only to who knows the password: otherwise it would say which accounts exist. */
const lockProblems: Readonly<Record<string, ProblemCode>> = {
  admin: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  retries: 'ACCOUNT_LOCKED_BY_RETRIES',
  inactivity: 'ACCOUNT_LOCKED_BY_INACTIVITY',
  expired: 'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
};

/** The problem for a lock reason of the table; an account that is gone is refused like any unknown one. */
export const lockProblemOf = (reason: string): ProblemCode => lockProblems[reason] ?? 'LOGIN_REFUSED';
