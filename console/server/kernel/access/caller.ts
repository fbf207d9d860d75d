import type { Scope } from '#schemas/account/routes.ts';
import { permissionAreas } from '#schemas/permission/catalogue.ts';
import type { Permission, PermissionKey } from '#schemas/permission/catalogue.ts';

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
}

const isProviders = (permission: Permission): boolean =>
  permissionAreas[permission.slice(0, permission.lastIndexOf('.')) as PermissionKey].group === 'multi-tenant';

/** Where the console offers this user to work. `all`: he sees every customer, those to come included. */
export function scopesOf(
  permissions: ReadonlySet<Permission>,
  customers: number,
  all: boolean,
): readonly Scope[] {
  const scopes: Scope[] = [];
  if (customers > 0) scopes.push('customer');
  if (customers > 1 || all) scopes.push('cross-customer');
  if ([...permissions].some(isProviders)) scopes.push('admin');
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

const sameGroups = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size === other.size && [...one].every((group) => other.has(group));

/** Whether a user may do and see the same as before. */
export const sameRights = (one: Caller, other: Caller): boolean =>
  one.role === other.role &&
  one.scopes.join() === other.scopes.join() &&
  samePermissions(one.permissions, other.permissions) &&
  sameGroups(one.groups, other.groups) &&
  sameCustomers(one.customers, other.customers);
