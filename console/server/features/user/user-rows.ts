import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Restriction } from '#schemas/user/user.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Customers, profiles and restrictions assigned to an account. */
export interface Grants {
  readonly customers: readonly number[];
  readonly profiles: readonly number[];
  /** Visible customers, including those through profiles. */
  readonly effective: ReadonlySet<number>;
  readonly restrictions: readonly Restriction[];
  /** Customers restricted to sites, also when none of these sites exists any more. */
  readonly restricted: ReadonlySet<number>;
}

export const readAccounts = (db: Db | Tx, ids?: readonly number[]) =>
  db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'first_name', 'last_name', 'email', 'language', 'all_customers'])
    .select([
      'lock_reason',
      'locked_at',
      'lock_ends_at',
      'last_access_at',
      'password_updated_at',
      'password_issued_at',
    ])
    .select('account.created_at')
    .select(['role_id', 'role.label', 'role.is_admin', 'account.version'])
    .select((eb) => [
      eb('password_hash', 'is not', null).as('has_password'),
      eb
        .or([
          eb('password_hash', 'is', null),
          eb.exists(
            eb.selectFrom('account_identity').select('account_id').whereRef('account_id', '=', 'account.id'),
          ),
        ])
        .as('signs_in_elsewhere'),
      eb
        .exists(
          eb
            .selectFrom('second_factor')
            .select('account_id')
            .whereRef('account_id', '=', 'account.id')
            .where('confirmed_at', 'is not', null),
        )
        .as('has_second_factor'),
    ])
    .$if(ids !== undefined, (query) => query.where('account.id', 'in', ids ?? []))
    .orderBy('username', asNames)
    .execute();
export type AccountRow = Awaited<ReturnType<typeof readAccounts>>[number];

type Numbers = ReadonlyMap<number, readonly number[]>;

function grouped(rows: readonly { readonly account: number; readonly value: number }[]): Numbers {
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return new Map([...byAccount].map(([account, own]) => [account, own.map(({ value }) => value)]));
}

const readCustomers = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('account_customer')
    .select(['account_id as account', 'customer_id as value'])
    .where('account_id', 'in', ids)
    .orderBy('customer_id')
    .execute();

const readProfiles = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('account_profile')
    .select(['account_id as account', 'profile_id as value'])
    .where('account_id', 'in', ids)
    .orderBy('profile_id')
    .execute();

const readThroughProfiles = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('account_profile')
    .innerJoin('customer', 'customer.profile_id', 'account_profile.profile_id')
    .select(['account_id as account', 'customer.id as value'])
    .where('account_id', 'in', ids)
    .execute();

const readSites = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('account_site')
    .innerJoin('network_element', 'network_element.id', 'site_id')
    .select(['account_id', 'customer_id', 'site_id'])
    .where('account_id', 'in', ids)
    .orderBy('site_id')
    .execute();

const readRegions = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('account_region')
    .select(['account_id', 'customer_id', 'region'])
    .where('account_id', 'in', ids)
    .orderBy('region')
    .execute();

const readRestricted = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('account_restriction')
    .select(['account_id as account', 'customer_id as value'])
    .where('account_id', 'in', ids)
    .execute();

/** Key of an account and a customer. */
const grantKey = (account: number, customer: number): string => `${String(account)}:${String(customer)}`;

/** Grants of accounts, in six statements. */
export async function readGrants(db: Db | Tx, ids: readonly number[]): Promise<(account: number) => Grants> {
  const own = ids.length === 0 ? [] : await readCustomers(db, ids);
  const profiles = ids.length === 0 ? [] : await readProfiles(db, ids);
  const through = ids.length === 0 ? [] : await readThroughProfiles(db, ids);
  const sites = ids.length === 0 ? [] : await readSites(db, ids);
  const restricted = grouped(ids.length === 0 ? [] : await readRestricted(db, ids));
  const [customersOf, profilesOf, throughOf] = [grouped(own), grouped(profiles), grouped(through)];
  const sitesOf = Map.groupBy(sites, ({ account_id, customer_id }) => grantKey(account_id, customer_id));
  const regions = ids.length === 0 ? [] : await readRegions(db, ids);
  const regionsOf = Map.groupBy(regions, ({ account_id, customer_id }) => grantKey(account_id, customer_id));
  return (account) => {
    const customers = customersOf.get(account) ?? [];
    const limited = restricted.get(account) ?? [];
    return {
      customers,
      profiles: profilesOf.get(account) ?? [],
      effective: new Set([...customers, ...(throughOf.get(account) ?? [])]),
      restricted: new Set(limited),
      restrictions: limited.map((customer) => ({
        customer,
        sites: (sitesOf.get(grantKey(account, customer)) ?? []).map(({ site_id }) => site_id),
        regions: (regionsOf.get(grantKey(account, customer)) ?? []).map(({ region }) => region),
      })),
    };
  };
}
