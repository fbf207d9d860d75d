import type { Permission, PermissionKey, Right } from '#schemas/permission/catalogue.ts';

export const permissionOf = (area: PermissionKey, right: Right): Permission =>
  `${area}.${right}` as Permission;
