import type { Route } from '#schemas/route.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Caller } from './caller.ts';

/** What belongs to a session, the user's own preferences for instance, or to a person is no token's business. */
const lacks = (
  { needs, inPerson }: Pick<Route, 'needs' | 'inPerson'>,
  { permissions, token }: Caller,
): boolean => {
  if (needs === 'anonymous') return false;
  if (token !== undefined && (inPerson === true || needs === 'signed-in')) return true;
  return needs !== 'signed-in' && !permissions.has(needs);
};

/** 403 or 404 for who sees too little: not this customer, none of a scope, or not every customer where a route concerns them all. */
function refuseBeyond(
  { scope, everyCustomer }: Pick<Route, 'scope' | 'everyCustomer'>,
  { customers, scopes, allCustomers }: Caller,
  customerId: number | undefined,
): void {
  if (scope === 'customer') {
    if (customerId === undefined || !customers.has(customerId)) throw new ProblemError('NOT_FOUND');
  } else if (scope !== 'none' && !scopes.includes(scope)) throw new ProblemError('FORBIDDEN');
  if (everyCustomer === true && !allCustomers) throw new ProblemError('EVERY_CLIENT_NEEDED');
}

/**
 * Lets a request through or throws its problem: 401 without a user, 403 without the right or, where a route concerns them all,
 * without seeing every customer, 404 for a customer that is not the caller's, as if there were none.
 */
export function authorize(
  contract: Pick<Route, 'needs' | 'scope' | 'everyCustomer' | 'inPerson'>,
  caller: Caller | undefined,
  customerId: number | undefined,
): void {
  if (contract.needs === 'anonymous') return;
  if (caller === undefined) throw new ProblemError('UNAUTHENTICATED');
  if (lacks(contract, caller))
    throw new ProblemError(caller.token === undefined ? 'FORBIDDEN' : 'TOKEN_SCOPE');
  refuseBeyond(contract, caller, customerId);
}
