import { isStep } from '#schemas/account/sign-in-step.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';

/** 303: the browser continues with GET, which sends the new session cookie (RFC 9110, 15.4.4). */
export const SEE_OTHER = 303;

/** A header holds only ASCII (RFC 9110, 5.5). */
export const encodedPath = (path: string): string =>
  path.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);

/** The sign-in page shows the problem of the catalogue. The details are in the log. */
export const signInPage = (code: ProblemCode | undefined, next: string): string => {
  const query = new URLSearchParams();
  if (code !== undefined && !isStep(code)) query.set('problem', code);
  if (next !== '/') query.set('next', next);
  return query.size === 0 ? '/sign-in' : `/sign-in?${query.toString()}`;
};
