import type { ProblemCode } from '../problem/catalogue.ts';
import type { Permission } from '../permission/catalogue.ts';
import { permissionKeys } from '../permission/catalogue.ts';
import { closure, type PermissionSet } from '../permission/grants.ts';

export interface RoleState {
  readonly isAdmin: boolean;
  readonly isDefault: boolean;
  readonly permissions: readonly Permission[];
}

/** Rights of the holders of a role: the administrators' role holds them all. */
export const roleRightsOf = ({ isAdmin, permissions }: Omit<RoleState, 'isDefault'>): PermissionSet =>
  isAdmin ? new Set(permissionKeys) : closure(permissions);

/** Nobody gives a right that he has not: he could else give it to himself. */
export const exceedsOwnRights = (given: PermissionSet, own: PermissionSet): boolean =>
  [...closure(given)].some((permission) => !closure(own).has(permission));

type Act =
  | { readonly do: 'create' | 'update'; readonly permissions: readonly Permission[] }
  | { readonly do: 'delete' | 'make default' };

/** Why this may not be done to a role, undefined when it may. `role` is undefined for one that is new. */
export function roleRefusal(
  act: Act,
  role: RoleState | undefined,
  own: PermissionSet,
): ProblemCode | undefined {
  if (role?.isAdmin === true) return 'ROLE_ADMIN_FROZEN';
  if (act.do === 'delete' && role?.isDefault === true) return 'ROLE_DEFAULT_FROZEN';
  const given = 'permissions' in act ? act.permissions : [];
  return exceedsOwnRights(new Set([...given, ...(role?.permissions ?? [])]), own) ? 'RIGHTS_EXCEED_OWN' : undefined;
}
