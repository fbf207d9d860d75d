import { listAuthProviders } from '#schemas/account/sign-in-methods.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { csrfToken } from '#web/kernel/api/csrf.ts';

/**
 * Runs a writing call with a CSRF cookie: fetched when missing, as on a page opened from an e-mail, and again when it belongs to an
 * ended session.
 */
export async function withCsrf<Value>(work: () => Promise<Value>): Promise<Value> {
  if (csrfToken(document.cookie) === undefined) await call(listAuthProviders, {});
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'CSRF_INVALID') throw problem;
    await call(listAuthProviders, {});
    return work();
  }
}
