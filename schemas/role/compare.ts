import { type Permission, permissionKeys } from '../permission/catalogue.ts';
import { selectionLimits } from '../limit/selection.ts';
import { roleRightsOf } from './rules.ts';
import type { Role } from './role.ts';

export interface ComparedRight {
  readonly permission: Permission;
  /** Whether each role holds it, in the order of the roles. */
  readonly held: readonly boolean[];
  /** Some hold it and some do not. */
  readonly differs: boolean;
}

export type Compared = Pick<Role, 'isAdmin' | 'permissions'>;

/** The rights of up to five roles beside each other, in the order of the catalogue. */
export function compareRoles(roles: readonly Compared[]): readonly ComparedRight[] {
  const sets = roles.slice(0, selectionLimits.maxRolesCompared).map(roleRightsOf);
  return permissionKeys.map((permission) => {
    const held = sets.map((set) => set.has(permission));
    return { permission, held, differs: held.includes(true) && held.includes(false) };
  });
}
