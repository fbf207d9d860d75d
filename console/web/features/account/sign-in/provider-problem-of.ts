import type { ProblemCode } from '#schemas/problem/catalogue.ts';

/** Problems an identity provider sign-in can return with; any other word in the address is ignored. */
const rejections = [
  'LOGIN_PROVIDER_REFUSED',
  'LOGIN_CONTEXT_REFUSED',
  'LOGIN_REFUSED',
  'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  'ACCOUNT_LOCKED_BY_RETRIES',
  'ACCOUNT_LOCKED_BY_INACTIVITY',
  'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
] as const satisfies readonly ProblemCode[];

export const providerProblemOf = (word: string | undefined): ProblemCode | undefined =>
  rejections.find((code) => code === word);
