import { z } from 'zod';
import { type Permission, permissionKeys } from '../permission/catalogue.ts';
import { alwaysGranted, implications } from '../permission/grants.ts';
import { roleRightsOf } from '../role/rules.ts';
import type { Role } from '../role/role.ts';

const Key = z.enum(permissionKeys);

/** Why somebody has a right. */
export const ExplainedRight = z.strictObject({
  permission: Key,
  /** Everybody has it; his role is that of the administrators; his role grants it. */
  from: z.enum(['everyone', 'administrator', 'role']),
  /** Other rights of his that carry it. */
  carriedBy: z.array(Key),
});
export type ExplainedRight = z.infer<typeof ExplainedRight>;

/** Why somebody sees a customer. */
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
  /** Sites that he sees of it, through regions as well; 0 means all, null none at all: those that he saw are gone. */
  sites: z.int().nullable(),
  /** Regions through which he sees sites of it. */
  regions: z.array(z.string()),
});
export type ExplainedCustomer = z.infer<typeof ExplainedCustomer>;

export const ExplainedRights = z.strictObject({
  role: z.strictObject({ id: z.int(), label: z.string(), isAdmin: z.boolean() }),
  /** A locked user may do nothing of all this. */
  locked: z.boolean(),
  permissions: z.array(ExplainedRight),
  customers: z.array(ExplainedCustomer),
});
export type ExplainedRights = z.infer<typeof ExplainedRights>;

function sourceOf(permission: Permission, isAdmin: boolean): ExplainedRight['from'] {
  if (alwaysGranted.includes(permission)) return 'everyone';
  return isAdmin ? 'administrator' : 'role';
}

/** Each right of the holders of a role, in the order of the catalogue, with where it comes from. */
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
