import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import type { PermissionSet } from '#schemas/permission/grants.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { exceedsOwnRights, roleRightsOf } from '#schemas/role/rules.ts';
import type { Tx } from '../audit/audit-trail.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { Caller } from './caller.ts';

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

/**
 * Returns why the caller may not assign a role, undefined if they may. The administrator role gains the permissions of later versions by
 * itself, so only callers of every customer assign it.
 */
export async function readRoleRejections(
  db: Db | Tx,
  { permissions, allCustomers }: Pick<Caller, 'permissions' | 'allCustomers'>,
): Promise<(role: number) => ProblemCode | undefined> {
  const rights = await readRoleRights(db);
  const rows = await db.selectFrom('role').select('id').where('is_admin', '=', true).execute();
  const administrators = new Set(rows.map(({ id }) => id));
  return (role) => {
    const given = rights.get(role);
    if (given === undefined) return 'RESOURCE_MISSING';
    if (administrators.has(role) && !allCustomers) return 'ROLE_ADMIN_RESERVED';
    return exceedsOwnRights(given, permissions) ? 'RIGHTS_EXCEED_OWN' : undefined;
  };
}

/** Throws RESOURCE_MISSING, ROLE_ADMIN_RESERVED, RIGHTS_EXCEED_OWN. */
export async function requireGivableRole(db: Db | Tx, role: number, caller: Caller): Promise<void> {
  const rejection = (await readRoleRejections(db, caller))(role);
  if (rejection !== undefined) throw new ProblemError(rejection);
}
