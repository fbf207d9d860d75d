import type { Db } from '#platform/postgres/postgres.ts';
import type { Restriction } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { givableProfiles } from './givable-profiles.ts';
import type { Grants } from './user-rows.ts';

type Account = { readonly id: number; readonly all_customers: boolean };

/** With a token in his hand nobody is himself: it may be bound to less than its owner. */
const isOwn = (caller: Pick<Caller, 'id' | 'token'>, { id }: Account): boolean =>
  caller.token === undefined && caller.id === id;

/**
 * Whether a user is the caller's to look at: all of his customers are the caller's. One without any is the business of those who
 * see every customer; everybody may look at himself.
 */
export function mayLookAt(
  caller: Pick<Caller, 'id' | 'allCustomers' | 'customers' | 'token'>,
  account: Account,
  { effective }: Pick<Grants, 'effective'>,
): boolean {
  if (caller.allCustomers || isOwn(caller, account)) return true;
  if (account.all_customers || effective.size === 0) return false;
  return [...effective].every((customer) => caller.customers.has(customer));
}

type Reaching = Pick<Grants, 'effective' | 'profiles' | 'restrictions'>;

async function ownRegions(
  db: Db | Tx,
  caller: Caller,
): Promise<(customer: number, region: string) => boolean> {
  // As in what he may give: a token of somebody who sees parts only has no regions, whose sites to come it does not know.
  if (caller.token !== undefined || caller.sites.size === 0) return () => false;
  const rows = await db
    .selectFrom('account_region')
    .select(['customer_id', 'region'])
    .where('account_id', '=', caller.id)
    .execute();
  return (customer, region) => rows.some((row) => row.customer_id === customer && row.region === region);
}

/**
 * Whether a user that the caller may look at sees more than he: a site, a region or a profile. Whoever changes an account can
 * act in its name.
 */
export async function seesMoreThan(
  db: Db | Tx,
  caller: Caller,
): Promise<(account: Account, grants: Reaching) => boolean> {
  const isGivable = await givableProfiles(db, caller);
  const hasRegion = await ownRegions(db, caller);
  const isWithin = (seen: ReadonlySet<number>, { customer, sites, regions }: Restriction): boolean =>
    sites.every((site) => seen.has(site)) && regions.every((region) => hasRegion(customer, region));
  return (account, { effective, profiles, restrictions }) => {
    if (isOwn(caller, account)) return false;
    if (!account.all_customers && !profiles.every(isGivable)) return true;
    return [...caller.sites].some(([customer, seen]) => {
      if (!account.all_customers && !effective.has(customer)) return false;
      const part = restrictions.find((restriction) => restriction.customer === customer);
      return part === undefined || !isWithin(seen, part);
    });
  };
}
