import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { zoneOfCustomer } from '#schemas/customer/customer-zone.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import { scopesOf, type Caller, type CallerCustomer, type VisibleSites } from './caller.ts';

const knownPermissions = new Set<string>(permissionKeys);
/** A stored permission may be one of a former version. */
const isPermission = (text: string): text is Permission => knownPermissions.has(text);

const everyPermission: ReadonlySet<Permission> = new Set(permissionKeys);

type Customers = ReadonlyMap<number, CallerCustomer>;

/** Called once when one of the accounts sees every customer. */
export type EveryCustomer = () => Promise<Customers>;

interface CustomerRow {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly zone: string | null;
  readonly countryZone: string | null;
}

const customersOf = (rows: readonly CustomerRow[]): Customers =>
  new Map(
    rows.map(({ id, clientId, name, zone, countryZone }) => {
      const timeZone = zoneOfCustomer({ own: zone, ofCountry: countryZone });
      return [id, { id, clientId, name, ...(timeZone !== undefined && { timeZone }) }];
    }),
  );

/** Every customer, by name. */
export async function readCustomers(db: Db): Promise<Customers> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'client_id as clientId', 'name', 'time_zone as zone', 'country_time_zone as countryZone'])
    .orderBy('name', asNames)
    .execute();
  return customersOf(rows);
}

const readAccounts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'first_name', 'last_name', 'email', 'language'])
    .select(['role_id', 'all_customers', 'role.label', 'role.is_admin'])
    .where('account.id', 'in', ids)
    // Strangers can cause a lock by failed sign-ins: it ends no session and no token.
    .where((eb) => eb.or([eb('lock_reason', 'is', null), eb('lock_reason', '=', 'retries')]))
    .execute();
type AccountRow = Awaited<ReturnType<typeof readAccounts>>[number];

/** Permissions of each role, including implied ones. */
async function readGrants(
  db: Db,
  roles: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<Permission>>> {
  if (roles.length === 0) return new Map();
  const rows = await db
    .selectFrom('role_permission')
    .select(['role_id', 'permission'])
    .where('role_id', 'in', roles)
    .execute();
  const byRole = Map.groupBy(rows, ({ role_id }) => role_id);
  return new Map(
    roles.map((role) => [
      role,
      closure((byRole.get(role) ?? []).map(({ permission }) => permission).filter(isPermission)),
    ]),
  );
}

/** Customers assigned to accounts directly or through a profile, by name. */
async function readOwnCustomers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Customers>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('account_customer')
    .innerJoin('customer', 'customer.id', 'account_customer.customer_id')
    .select(['account_id', 'customer.id', 'client_id as clientId', 'name'])
    .select(['time_zone as zone', 'country_time_zone as countryZone'])
    .where('account_id', 'in', ids)
    .union(
      db
        .selectFrom('account_profile')
        .innerJoin('customer', 'customer.profile_id', 'account_profile.profile_id')
        .select(['account_id', 'customer.id', 'client_id as clientId', 'name'])
        .select(['time_zone as zone', 'country_time_zone as countryZone'])
        .where('account_id', 'in', ids),
    )
    .execute();
  const ordered = inNameOrder(rows, ({ name }) => name);
  const byAccount = Map.groupBy(ordered, ({ account_id }) => account_id);
  return new Map([...byAccount].map(([account, own]) => [account, customersOf(own)]));
}

/** Customers of which accounts see only some sites. The set is empty when those sites no longer exist. */
async function readSites(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, VisibleSites>> {
  const rows = await db
    .selectFrom('account_restriction as restriction')
    .leftJoin('network_element as element', (join) =>
      join
        .onRef('element.customer_id', '=', 'restriction.customer_id')
        .on((eb) =>
          eb.or([
            eb.exists(
              eb
                .selectFrom('account_site')
                .select('site_id')
                .whereRef('account_site.site_id', '=', 'element.id')
                .whereRef('account_site.account_id', '=', 'restriction.account_id'),
            ),
            eb.exists(
              eb
                .selectFrom('account_region')
                .innerJoin('site', 'site.region', 'account_region.region')
                .select('site.id')
                .whereRef('site.id', '=', 'element.id')
                .whereRef('account_region.customer_id', '=', 'restriction.customer_id')
                .whereRef('account_region.account_id', '=', 'restriction.account_id'),
            ),
          ]),
        ),
    )
    .select(['restriction.account_id', 'restriction.customer_id', 'element.id as site_id'])
    .where('restriction.account_id', 'in', ids)
    .execute();
  const byAccount = new Map<number, Map<number, Set<number>>>();
  for (const { account_id, customer_id, site_id } of rows) {
    const customers = byAccount.get(account_id) ?? new Map<number, Set<number>>();
    byAccount.set(account_id, customers);
    const sites = customers.get(customer_id) ?? new Set<number>();
    customers.set(customer_id, sites);
    if (site_id !== null) sites.add(site_id);
  }
  return byAccount;
}

/** Alarm groups of accounts. */
async function readGroups(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await db
    .selectFrom('alarm_group_account')
    .select(['account_id', 'group_id'])
    .where('account_id', 'in', ids)
    .execute();
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map(
    [...byAccount].map(([account, own]) => [account, new Set(own.map(({ group_id }) => group_id))]),
  );
}

const noGroups: ReadonlySet<number> = new Set();

type Granted = Pick<Caller, 'permissions' | 'customers' | 'groups' | 'sites'>;

function callerOf(row: AccountRow, { permissions, customers, groups, sites }: Granted): Caller {
  return {
    groups,
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    language: row.language === 'en' || row.language === 'fr' ? row.language : null,
    role: row.label,
    permissions,
    customers,
    scopes: scopesOf(permissions, customers.size, row.all_customers),
    allCustomers: row.all_customers,
    sites,
  };
}

/**
 * Permissions and customers of accounts, in five statements. Deleted and locked accounts are left out. Accounts of one role share its
 * permission set, and accounts that see every customer share that map: a thousand of either cost the memory of one.
 */
export async function readCallers(
  db: Db,
  ids: readonly number[],
  everyCustomer: EveryCustomer,
): Promise<ReadonlyMap<number, Caller>> {
  if (ids.length === 0) return new Map();
  const rows = await readAccounts(db, ids);
  const roles = new Set(rows.filter(({ is_admin }) => !is_admin).map(({ role_id }) => role_id));
  const limited = rows.filter(({ all_customers }) => !all_customers).map(({ id }) => id);
  const [grants, ownCustomers, sites, memberships, allCustomers] = await Promise.all([
    readGrants(db, [...roles]),
    readOwnCustomers(db, limited),
    readSites(db, ids),
    readGroups(db, ids),
    limited.length < rows.length ? everyCustomer() : new Map<number, CallerCustomer>(),
  ]);
  return new Map(
    rows.map((row) => {
      const permissions = row.is_admin ? everyPermission : (grants.get(row.role_id) ?? closure([]));
      const customers = row.all_customers
        ? allCustomers
        : (ownCustomers.get(row.id) ?? new Map<number, CallerCustomer>());
      const groups = memberships.get(row.id) ?? noGroups;
      const visibleSites = sites.get(row.id) ?? new Map<number, ReadonlySet<number>>();
      return [row.id, callerOf(row, { permissions, customers, groups, sites: visibleSites })];
    }),
  );
}
