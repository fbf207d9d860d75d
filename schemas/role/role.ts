import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';
import { Line } from '../text/line.ts';

export const Permissions = z.array(z.enum(permissionKeys)).max(permissionKeys.length);

/** A role as entered in the role editor. The server adds implied permissions. */
export const RoleDraft = z.strictObject({
  label: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  permissions: Permissions,
});
export type RoleDraft = z.infer<typeof RoleDraft>;

export const Role = z.strictObject({
  ...RoleDraft.shape,
  id: z.int(),
  /** Users of a deleted role move to this one. */
  isDefault: z.boolean(),
  /** Has every permission, including those of later versions; cannot be modified. */
  isAdmin: z.boolean(),
  /** Also in force for users or customers that the caller does not see: only callers of every customer change it. */
  reachesOthers: z.boolean(),
  /** Number of visible users with this role. */
  users: z.int(),
  version: z.int(),
});
export type Role = z.infer<typeof Role>;
