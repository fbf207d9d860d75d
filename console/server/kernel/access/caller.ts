import type { ConsoleScope } from '#schemas/account/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { opensMultiClientSpace } from '#schemas/permission/grants.ts';

export interface CallerCustomer {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  /** Zone of its days and business hours: its own, else that of its country; absent: neither is known. */
  readonly timeZone?: string | undefined;
}

/** The signed-in user, with their permissions and the customers whose data they may see. */
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
  /** Ids of the user's alarm groups. */
  readonly groups: ReadonlySet<number>;
  readonly scopes: readonly ConsoleScope[];
  /** Sees every customer, including future ones. */
  readonly allCustomers: boolean;
  /** Customers of which the user sees only these sites. */
  readonly sites: VisibleSites;
  /** Id of the API token of the request. Undefined for a session. */
  readonly token?: number;
  /** The token is one of a display. */
  readonly display?: DisplayToken;
}

/** A display token: shows a wall until it expires, milliseconds since 1970. */
export interface DisplayToken {
  readonly name: string;
  readonly expiresAt: number;
  /** Dashboards that it shows; empty: alarms. */
  readonly documents: ReadonlySet<number>;
  /** Whether its owner sees alarms: the dashboards show those that they list. */
  readonly showsAlarms: boolean;
}

export type VisibleSites = ReadonlyMap<number, ReadonlySet<number>>;

/** Zone of the days and business hours of a customer; UTC where none is known. */
export const timeZoneOf = ({ customers }: Pick<Caller, 'customers'>, customer: number): string =>
  customers.get(customer)?.timeZone ?? 'UTC';

/** Sites of the customer that the caller sees. Undefined for all sites. */
export const sitesSeenBy = (
  { sites }: Pick<Caller, 'sites'>,
  customer: number,
): ReadonlySet<number> | undefined => sites.get(customer);

/** Scopes that the console offers to a user. `all`: the user sees every customer, including future ones. */
export function scopesOf(
  permissions: ReadonlySet<Permission>,
  customers: number,
  all: boolean,
): readonly ConsoleScope[] {
  const scopes: ConsoleScope[] = [];
  if (customers > 0) scopes.push('customer');
  if (customers > 1 || all) scopes.push('cross-customer');
  if (opensMultiClientSpace(permissions)) scopes.push('admin');
  return scopes;
}

const sameCustomer = (one: CallerCustomer, other: CallerCustomer | undefined): boolean =>
  one.id === other?.id &&
  one.name === other.name &&
  one.clientId === other.clientId &&
  one.timeZone === other.timeZone;

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

const sameSites = (one: VisibleSites, other: VisibleSites): boolean =>
  one.size === other.size && [...one].every(([customer, sites]) => sameNumbers(sites, other.get(customer)));

/** Whether permissions and visible data are unchanged. */
export const sameRights = (one: Caller, other: Caller): boolean =>
  one.role === other.role &&
  one.scopes.join() === other.scopes.join() &&
  samePermissions(one.permissions, other.permissions) &&
  sameNumbers(one.groups, other.groups) &&
  sameCustomers(one.customers, other.customers) &&
  sameSites(one.sites, other.sites);

/** Whether a caller may read the alarms that a document lists. */
export const seesAlarms = ({ permissions, display }: Pick<Caller, 'permissions' | 'display'>): boolean =>
  display?.showsAlarms ?? permissions.has('ALERT.read');

/** The name of a user that others read: first and last name, or the username. */
export const displayName = ({ firstName, lastName, username }: Caller): string =>
  `${firstName} ${lastName}`.trim() || username;
