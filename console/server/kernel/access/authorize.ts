import type { Route } from '#schemas/route.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Caller } from './caller.ts';

/** Tokens are not accepted for routes that belong to a session, the user's own preferences for instance, or to a person. */
const lacksPermission = (
  { needs, inPerson }: Pick<Route, 'needs' | 'inPerson'>,
  { permissions, token }: Caller,
): boolean => {
  if (needs === 'anonymous') return false;
  if (token !== undefined && (inPerson === true || needs === 'signed-in')) return true;
  return needs !== 'signed-in' && !permissions.has(needs);
};

/** Rejects a caller who does not see the customer, has no access to the scope, or does not see every customer where a route requires it. */
function rejectOutOfScope(
  { scope, everyCustomer }: Pick<Route, 'scope' | 'everyCustomer'>,
  { customers, scopes, allCustomers }: Caller,
  customerId: number | undefined,
): void {
  if (scope === 'customer') {
    if (customerId === undefined || !customers.has(customerId)) throw new ProblemError('NOT_FOUND');
  } else if (scope !== 'none' && !scopes.includes(scope)) throw new ProblemError('FORBIDDEN');
  if (everyCustomer === true && !allCustomers) throw new ProblemError('EVERY_CUSTOMER_REQUIRED');
}

/**
 * Authorizes a request or throws its problem: 401 without a user, 403 without the permission, 403 without access to every customer
 * where the route requires it, and 404 for a customer of others, as if it did not exist.
 */
export function authorize(
  contract: Pick<Route, 'needs' | 'scope' | 'everyCustomer' | 'inPerson'>,
  caller: Caller | undefined,
  customerId: number | undefined,
): void {
  if (contract.needs === 'anonymous') return;
  if (caller === undefined) throw new ProblemError('UNAUTHENTICATED');
  if (lacksPermission(contract, caller))
    throw new ProblemError(caller.token === undefined ? 'FORBIDDEN' : 'TOKEN_SCOPE');
  rejectOutOfScope(contract, caller, customerId);
}
