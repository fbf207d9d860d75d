import {
  type Permission,
  type PermissionKey,
  permissionAreas,
  type Right,
  rightLabels,
} from '#schemas/permission/catalogue.ts';
import { labelled } from '#web/lib/labelled.ts';
import type { Language } from '#web/lib/text.ts';

const areaOf = (permission: Permission): PermissionKey =>
  permission.slice(0, permission.lastIndexOf('.')) as PermissionKey;

const rightOf = (permission: Permission): Right => permission.slice(permission.lastIndexOf('.') + 1) as Right;

/** `Alerting: Read`, as the language puts it. */
export function permissionName(permission: Permission, language: Language): string {
  return labelled(
    permissionAreas[areaOf(permission)][language],
    rightLabels[rightOf(permission)][language],
    language,
  );
}
