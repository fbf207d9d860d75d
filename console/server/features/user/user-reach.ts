import type { Db } from '#platform/postgres/postgres.ts';
import type { Restriction } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { givableProfiles } from '../../kernel/access/givable-profiles.ts';
import type { Grants } from './user-rows.ts';

type Account = { readonly id: number; readonly all_customers: boolean };

/** False for a token, which may be bound to less than its owner. */
export const isSelf = (caller: Pick<Caller, 'id' | 'token'>, { id }: Account): boolean =>
  caller.token === undefined && caller.id === id;

/**
 * Whether the caller may see a user: all customers of the user are the caller's. Only callers who see every customer see users
 * without customers. All users see themselves.
 */
export function canSeeUser(
  caller: Pick<Caller, 'id' | 'allCustomers' | 'customers' | 'token'>,
  account: Account,
  { effective }: Pick<Grants, 'effective'>,
): boolean {
  if (caller.allCustomers || isSelf(caller, account)) return true;
  if (account.all_customers || effective.size === 0) return false;
  return [...effective].every((customer) => caller.customers.has(customer));
}

type GrantScope = Pick<Grants, 'effective' | 'profiles' | 'restrictions'>;

async function ownRegions(
  db: Db | Tx,
  caller: Caller,
): Promise<(customer: number, region: string) => boolean> {
  // As for assignment: a token of a restricted user has no regions, because it cannot cover their future sites.
  if (caller.token !== undefined || caller.sites.size === 0) return () => false;
  const rows = await db
    .selectFrom('account_region')
    .select(['customer_id', 'region'])
    .where('account_id', '=', caller.id)
    .execute();
  return (customer, region) => rows.some((row) => row.customer_id === customer && row.region === region);
}

/**
 * Whether a visible user sees a site, region or profile that the caller does not. Changing an account allows acting in its name, so
 * the caller may not change such a user.
 */
export async function exceedsCaller(
  db: Db | Tx,
  caller: Caller,
): Promise<(account: Account, grants: GrantScope) => boolean> {
  const isGivable = await givableProfiles(db, caller);
  const hasRegion = await ownRegions(db, caller);
  const isWithin = (seen: ReadonlySet<number>, { customer, sites, regions }: Restriction): boolean =>
    sites.every((site) => seen.has(site)) && regions.every((region) => hasRegion(customer, region));
  return (account, { effective, profiles, restrictions }) => {
    if (isSelf(caller, account)) return false;
    if (!account.all_customers && !profiles.every(isGivable)) return true;
    return [...caller.sites].some(([customer, seen]) => {
      if (!account.all_customers && !effective.has(customer)) return false;
      const part = restrictions.find((restriction) => restriction.customer === customer);
      return part === undefined || !isWithin(seen, part);
    });
  };
}
