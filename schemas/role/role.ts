import { z } from 'zod';
import { permissionKeys } from '../permission/catalogue.ts';

export const Permissions = z.array(z.enum(permissionKeys)).max(permissionKeys.length);

/** What the role editor saves. Rights that follow from others are added by the server. */
export const RoleDraft = z.strictObject({
  label: z.string().trim().min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  permissions: Permissions,
});
export type RoleDraft = z.infer<typeof RoleDraft>;

export const Role = z.strictObject({
  ...RoleDraft.shape,
  id: z.int(),
  /** Users of a deleted role move to this one. */
  isDefault: z.boolean(),
  /** Holds every right, those of later versions included; cannot be modified. */
  isAdmin: z.boolean(),
  /** Users that have it, of those whom the caller sees. */
  users: z.int(),
  version: z.int(),
});
export type Role = z.infer<typeof Role>;
