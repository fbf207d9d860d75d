import type { ProblemCode } from '../problem/catalogue.ts';
import { permissionKeys, type Permission } from '../permission/catalogue.ts';
import { closure, type PermissionSet } from '../permission/grants.ts';

export interface RoleState {
  readonly isAdmin: boolean;
  readonly isDefault: boolean;
  /** Also in force for users or customers that the caller does not see. */
  readonly reachesOthers: boolean;
  readonly permissions: readonly Permission[];
}

/** Permissions of the users of a role: the administrator role has all. */
export const roleRightsOf = ({
  isAdmin,
  permissions,
}: Pick<RoleState, 'isAdmin' | 'permissions'>): PermissionSet =>
  isAdmin ? new Set(permissionKeys) : closure(permissions);

/** Callers cannot grant permissions they lack, or they could escalate their own. */
export const exceedsOwnRights = (given: PermissionSet, own: PermissionSet): boolean =>
  [...closure(given)].some((permission) => !closure(own).has(permission));

type Act =
  | { readonly do: 'create' | 'update'; readonly permissions: readonly Permission[] }
  | { readonly do: 'delete' | 'make default' };

/** Why a role cannot be changed in this way by any user with these customers. */
function frozenRole(act: Act, role: RoleState | undefined): ProblemCode | undefined {
  if (role?.isAdmin === true) return 'ROLE_ADMIN_FROZEN';
  if (act.do === 'delete' && role?.isDefault === true) return 'ROLE_DEFAULT_FROZEN';
  return role?.reachesOthers === true ? 'REACHES_OTHER_CUSTOMERS' : undefined;
}

/** Returns why an action on a role is rejected, undefined if allowed. `role` is undefined for a new role. */
export function roleRejection(
  act: Act,
  role: RoleState | undefined,
  own: PermissionSet,
): ProblemCode | undefined {
  const frozen = frozenRole(act, role);
  if (frozen !== undefined) return frozen;
  const given = 'permissions' in act ? act.permissions : [];
  return exceedsOwnRights(new Set([...given, ...(role?.permissions ?? [])]), own)
    ? 'RIGHTS_EXCEED_OWN'
    : undefined;
}
