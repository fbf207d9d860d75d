import type { Scope } from '#schemas/account/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { opensMultiClientSpace } from '#schemas/permission/grants.ts';

export interface CallerCustomer {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
}

/** What a signed-in user may do and whose data he may see. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: 'en' | 'fr' | null;
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly customers: ReadonlyMap<number, CallerCustomer>;
  /** Ids of the groups of alarms whose member he is. */
  readonly groups: ReadonlySet<number>;
  readonly scopes: readonly Scope[];
  /** Sees every customer, those to come included. */
  readonly allCustomers: boolean;
  /** Customers of whom he sees these sites only. */
  readonly sites: SitesSeen;
  /** Id of the token that he calls with; undefined for a session. */
  readonly token?: number;
}

export type SitesSeen = ReadonlyMap<number, ReadonlySet<number>>;

/** Sites of the customer that the caller sees, undefined when he sees them all. */
export const sitesSeenBy = (
  { sites }: Pick<Caller, 'sites'>,
  customer: number,
): ReadonlySet<number> | undefined => sites.get(customer);

/** Where the console offers this user to work. `all`: he sees every customer, those to come included. */
export function scopesOf(
  permissions: ReadonlySet<Permission>,
  customers: number,
  all: boolean,
): readonly Scope[] {
  const scopes: Scope[] = [];
  if (customers > 0) scopes.push('customer');
  if (customers > 1 || all) scopes.push('cross-customer');
  if (opensMultiClientSpace(permissions)) scopes.push('admin');
  return scopes;
}

const sameCustomer = (one: CallerCustomer, other: CallerCustomer | undefined): boolean =>
  one.id === other?.id && one.name === other.name && one.clientId === other.clientId;

export const sameCustomers = (
  one: ReadonlyMap<number, CallerCustomer>,
  other: ReadonlyMap<number, CallerCustomer>,
): boolean =>
  one === other ||
  (one.size === other.size && [...one].every(([id, customer]) => sameCustomer(customer, other.get(id))));

export const samePermissions = (one: ReadonlySet<Permission>, other: ReadonlySet<Permission>): boolean =>
  one === other || (one.size === other.size && [...one].every((permission) => other.has(permission)));

const sameNumbers = (one: ReadonlySet<number>, other: ReadonlySet<number> | undefined): boolean =>
  other !== undefined && one.size === other.size && [...one].every((value) => other.has(value));

const sameSites = (one: SitesSeen, other: SitesSeen): boolean =>
  one.size === other.size && [...one].every(([customer, sites]) => sameNumbers(sites, other.get(customer)));

/** Whether a user may do and see the same as before. */
export const sameRights = (one: Caller, other: Caller): boolean =>
  one.role === other.role &&
  one.scopes.join() === other.scopes.join() &&
  samePermissions(one.permissions, other.permissions) &&
  sameNumbers(one.groups, other.groups) &&
  sameCustomers(one.customers, other.customers) &&
  sameSites(one.sites, other.sites);
