import { type Permission, permissionKeys } from '../permission/catalogue.ts';
import { selectionLimits } from '../limit/selection.ts';
import { roleRightsOf } from './rules.ts';
import type { Role } from './role.ts';

export interface ComparedRight {
  readonly permission: Permission;
  /** Whether each role grants the permission, in role order. */
  readonly held: readonly boolean[];
  /** The roles differ. */
  readonly differs: boolean;
}

export type Compared = Pick<Role, 'isAdmin' | 'permissions'>;

/** Compares the permissions of up to five roles, in catalogue order. */
export function compareRoles(roles: readonly Compared[]): readonly ComparedRight[] {
  const sets = roles.slice(0, selectionLimits.maxRolesCompared).map(roleRightsOf);
  return permissionKeys.map((permission) => {
    const held = sets.map((set) => set.has(permission));
    return { permission, held, differs: held.includes(true) && held.includes(false) };
  });
}
