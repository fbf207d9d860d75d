import type { Route } from '#schemas/route.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Caller } from './caller.ts';

/** What belongs to a session, the user's own preferences for instance, is no token's business. */
const lacks = (needs: Exclude<Route['needs'], 'anonymous'>, { permissions, token }: Caller): boolean =>
  needs === 'signed-in' ? token !== undefined : !permissions.has(needs);

/**
 * Lets a request through or throws its problem: 401 without a user, 403 without the right or, where a route concerns them all,
 * without seeing every customer, 404 for a customer that is not the caller's, as if there were none.
 */
export function authorize(
  { needs, scope, everyCustomer }: Pick<Route, 'needs' | 'scope' | 'everyCustomer'>,
  caller: Caller | undefined,
  customerId: number | undefined,
): void {
  if (needs === 'anonymous') return;
  if (caller === undefined) throw new ProblemError('UNAUTHENTICATED');
  if (lacks(needs, caller)) throw new ProblemError(caller.token === undefined ? 'FORBIDDEN' : 'TOKEN_SCOPE');
  if (scope === 'customer') {
    if (customerId === undefined || !caller.customers.has(customerId)) throw new ProblemError('NOT_FOUND');
  } else if (scope !== 'none' && !caller.scopes.includes(scope)) throw new ProblemError('FORBIDDEN');
  if (everyCustomer === true && !caller.allCustomers) throw new ProblemError('EVERY_CLIENT_NEEDED');
}
