import type { Session } from '#schemas/account/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import type { Route } from '#schemas/route.ts';

/** What a contract says of whoever may call it. */
export type Call = Pick<Route, 'method' | 'needs' | 'everyCustomer'>;

/** What keeps the user from a call, as the server decides it: a right that he lacks, or that he does not see every customer. */
export function lackOf(
  { permissions, everyCustomer }: Pick<Session, 'permissions' | 'everyCustomer'>,
  { needs, everyCustomer: forAll }: Omit<Call, 'method'>,
): Permission | 'every-customer' | undefined {
  if (needs !== 'signed-in' && needs !== 'anonymous' && !can(new Set(permissions), needs)) return needs;
  return forAll === true && !everyCustomer ? 'every-customer' : undefined;
}
