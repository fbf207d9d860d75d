import type { Session } from '#schemas/account/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import type { Route } from '#schemas/route.ts';

/** The part of a contract that states the permission. */
export type PermissionCall = Pick<Route, 'method' | 'needs' | 'everyCustomer'>;

/** Same decision as the server: the permission the user lacks, or `every-customer` when the call needs every customer in scope. */
export function missingPermission(
  { permissions, everyCustomer }: Pick<Session, 'permissions' | 'everyCustomer'>,
  { needs, everyCustomer: forAll }: Omit<PermissionCall, 'method'>,
): Permission | 'every-customer' | undefined {
  if (needs !== 'signed-in' && needs !== 'anonymous' && !can(new Set(permissions), needs)) return needs;
  return forAll === true && !everyCustomer ? 'every-customer' : undefined;
}
