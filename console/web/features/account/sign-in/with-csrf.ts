import { listAuthProviders } from '#schemas/account/sign-in-methods.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { csrfToken } from '#web/kernel/api/csrf.ts';

/**
 * Calls something that changes, with the cookie that it needs: fetched when there is none, as on a page that a mail opened,
 * and once more when it belongs to a session that is over.
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
