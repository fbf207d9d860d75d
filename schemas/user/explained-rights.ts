import { z } from 'zod';
import { type Permission, permissionKeys } from '../permission/catalogue.ts';
import { alwaysGranted, implications } from '../permission/grants.ts';
import { roleRightsOf } from '../role/rules.ts';
import type { Role } from '../role/role.ts';

const Key = z.enum(permissionKeys);

/** Why a user has a permission. */
export const ExplainedRight = z.strictObject({
  permission: Key,
  /** Granted to every user, to the administrator role, or by the role. */
  from: z.enum(['everyone', 'administrator', 'role']),
  /** Other permissions of the user that imply it. */
  carriedBy: z.array(Key),
});
export type ExplainedRight = z.infer<typeof ExplainedRight>;

/** Why a user sees a customer. */
export const ExplainedCustomer = z.strictObject({
  id: z.int(),
  clientId: z.string(),
  name: z.string(),
  through: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('all') }),
      z.strictObject({ kind: z.literal('grant') }),
      z.strictObject({ kind: z.literal('profile'), id: z.int(), name: z.string() }),
    ]),
  ),
  /** Number of visible sites, including those of regions; 0: all, null: none, since they were deleted. */
  sites: z.int().nullable(),
  /** Regions through which the user sees sites. */
  regions: z.array(z.string()),
});
export type ExplainedCustomer = z.infer<typeof ExplainedCustomer>;

export const ExplainedRights = z.strictObject({
  role: z.strictObject({ id: z.int(), label: z.string(), isAdmin: z.boolean() }),
  /** A locked user can do none of this. */
  locked: z.boolean(),
  permissions: z.array(ExplainedRight),
  customers: z.array(ExplainedCustomer),
});
export type ExplainedRights = z.infer<typeof ExplainedRights>;

function sourceOf(permission: Permission, isAdmin: boolean): ExplainedRight['from'] {
  if (alwaysGranted.includes(permission)) return 'everyone';
  return isAdmin ? 'administrator' : 'role';
}

/** Returns each permission of a role in catalogue order, with its origin. */
export function explainRights(role: Pick<Role, 'isAdmin' | 'permissions'>): ExplainedRight[] {
  const held = roleRightsOf(role);
  return permissionKeys
    .filter((permission) => held.has(permission))
    .map((permission) => ({
      permission,
      from: sourceOf(permission, role.isAdmin),
      carriedBy: permissionKeys.filter(
        (other) => held.has(other) && implications.get(other)?.includes(permission) === true,
      ),
    }));
}
