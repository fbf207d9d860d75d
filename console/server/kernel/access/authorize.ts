import type { Permission } from '#schemas/permission/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Caller } from './caller.ts';

/**
 * Tokens are not accepted for routes that belong to a session, the user's own preferences for instance, or to a person; display tokens
 * only for those that a wall needs.
 */
const lacksPermission = (
  { needs, inPerson, display: forDisplays }: Pick<Route, 'needs' | 'inPerson' | 'display'>,
  { permissions, token, display }: Caller,
): boolean => {
  if (needs === 'anonymous') return false;
  if (display !== undefined && forDisplays !== true) return true;
  if (token !== undefined && (inPerson === true || needs === 'signed-in')) return true;
  return needs !== 'signed-in' && !permissions.has(needs);
};

/** What a rejected request needs, and what a token has, by the keys that tokens are created with. */
function missingText(
  { needs }: Pick<Route, 'needs'>,
  { permissions, token, display }: Pick<Caller, 'permissions' | 'token' | 'display'>,
): string {
  if (display !== undefined) return 'A display token reads what its wall shows only.';
  const has = [...permissions].toSorted().join(', ');
  const ofToken = token === undefined ? '' : `; this token has ${has === '' ? 'no permission' : has}`;
  const isPersonal = needs === 'signed-in' || permissions.has(needs as Permission);
  return `${isPersonal ? 'Needs a signed-in user' : `Needs ${needs}`}${ofToken}.`;
}

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

/** Ids in the path of a request. */
export interface RequestedIds {
  readonly customerId?: number | undefined;
  readonly resourceId?: number | undefined;
}

/**
 * Authorizes a request or throws its problem: 401 without a user, 403 without the permission, 403 without access to every customer
 * where the route requires it, and 404 for a customer of others, as if it did not exist.
 */
export function authorize(
  contract: Pick<Route, 'needs' | 'scope' | 'everyCustomer' | 'inPerson' | 'display'>,
  caller: Caller | undefined,
  { customerId, resourceId }: RequestedIds,
): void {
  if (contract.needs === 'anonymous') return;
  if (caller === undefined) throw new ProblemError('UNAUTHENTICATED');
  if (lacksPermission(contract, caller))
    throw new ProblemError(caller.token === undefined ? 'FORBIDDEN' : 'TOKEN_SCOPE', {
      detail: missingText(contract, caller),
    });
  rejectOutOfScope(contract, caller, customerId);
  // As if it did not exist, like a document that the creator of the token may not read.
  if (resourceId !== undefined && caller.display?.documents.has(resourceId) === false)
    throw new ProblemError('NOT_FOUND');
}
