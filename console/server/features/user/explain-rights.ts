import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import {
  explainRights,
  type ExplainedCustomer,
  type ExplainedRights,
} from '#schemas/user/explained-rights.ts';
import type { User } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readVisibleUser } from './user-reader.ts';

type Through = ExplainedCustomer['through'];

async function rolePermissions(db: Db, role: number) {
  const rows = await db
    .selectFrom('role_permission')
    .select('permission')
    .where('role_id', '=', role)
    .execute();
  const held = new Set(rows.map(({ permission }) => permission));
  return permissionKeys.filter((permission) => held.has(permission));
}

/** Profiles of the user with their customers. */
async function readProfiles(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('customer_profile as profile')
    .innerJoin('customer', 'customer.profile_id', 'profile.id')
    .select(['profile.id', 'profile.name', 'customer.id as customer'])
    .where('profile.id', 'in', ids)
    .orderBy('profile.name', asNames)
    .execute();
}

/** Grants through which the user sees a customer. Empty when the user does not see it. */
function throughOf(
  user: User,
  customer: number,
  profiles: Awaited<ReturnType<typeof readProfiles>>,
): Through {
  if (user.allCustomers) return [{ kind: 'all' }];
  return [
    ...(user.customers.includes(customer) ? [{ kind: 'grant' as const }] : []),
    ...profiles
      .filter((row) => row.customer === customer)
      .map(({ id, name }) => ({ kind: 'profile' as const, id, name })),
  ];
}

/** Sites of customers whose regions the user sees. */
async function readRegionSites(db: Db, { restrictions }: User) {
  const customers = restrictions.filter(({ regions }) => regions.length > 0).map(({ customer }) => customer);
  if (customers.length === 0) return [];
  return db
    .selectFrom('network_element as element')
    .innerJoin('site', 'site.id', 'element.id')
    .select(['element.id', 'customer_id', 'region'])
    .where('customer_id', 'in', customers)
    .where('region', '<>', '')
    .execute();
}

type RegionSites = Awaited<ReturnType<typeof readRegionSites>>;

function partOf(
  { restrictions }: User,
  customer: number,
  regionSites: RegionSites,
): Pick<ExplainedCustomer, 'sites' | 'regions'> {
  const found = restrictions.find((restriction) => restriction.customer === customer);
  if (found === undefined) return { sites: 0, regions: [] };
  const { sites, regions } = found;
  const throughRegions = regionSites
    .filter((site) => site.customer_id === customer && regions.includes(site.region))
    .map(({ id }) => id);
  const seen = new Set([...sites, ...throughRegions]);
  return { sites: seen.size === 0 ? null : seen.size, regions };
}

/** Each permission and customer of a user, with its origin. Customers that the caller may not see are left out. */
export async function explainRightsOf(db: Db, caller: Caller, id: number): Promise<ExplainedRights> {
  const user = await readVisibleUser(db, caller, id);
  const role = await db
    .selectFrom('role')
    .select(['id', 'label', 'is_admin as isAdmin'])
    .where('id', '=', user.role)
    .executeTakeFirstOrThrow();
  const profiles = await readProfiles(db, user.profiles);
  const regionSites = await readRegionSites(db, user);
  const customers = [...caller.customers.values()].flatMap(({ id: customer, clientId, name }) => {
    const through = throughOf(user, customer, profiles);
    return through.length === 0
      ? []
      : [{ id: customer, clientId, name, through, ...partOf(user, customer, regionSites) }];
  });
  return {
    role,
    // A lock by failed sign-ins ends no session.
    locked: user.lock !== null && user.lock.reason !== 'retries',
    permissions: explainRights({ isAdmin: role.isAdmin, permissions: await rolePermissions(db, role.id) }),
    customers,
  };
}
