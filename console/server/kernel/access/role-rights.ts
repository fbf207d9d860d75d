import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { PermissionSet } from '#schemas/permission/grants.ts';
import { roleRightsOf } from '#schemas/role/rules.ts';
import type { Tx } from '../audit/audit-trail.ts';

const known = new Set<string>(permissionKeys);
const isPermission = (text: string): text is Permission => known.has(text);

/** Permissions of each role, including implied ones. */
export async function readRoleRights(db: Db | Tx): Promise<ReadonlyMap<number, PermissionSet>> {
  const roles = await db.selectFrom('role').select(['id', 'is_admin']).execute();
  const granted = await db.selectFrom('role_permission').selectAll().execute();
  const byRole = Map.groupBy(granted, ({ role_id }) => role_id);
  return new Map(
    roles.map(({ id, is_admin: isAdmin }) => {
      const permissions = (byRole.get(id) ?? []).map(({ permission }) => permission).filter(isPermission);
      return [id, roleRightsOf({ isAdmin, permissions })];
    }),
  );
}
