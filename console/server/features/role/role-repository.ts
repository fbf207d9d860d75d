import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { exceedsOwnRights, roleRejection } from '#schemas/role/rules.ts';
import type { Role, RoleDraft } from '#schemas/role/role.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { roleReachesOthers } from '../../kernel/access/reaches-others.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';

const inCatalogueOrder = (permissions: Iterable<string>): Permission[] => {
  const granted = new Set(permissions);
  return permissionKeys.filter((permission) => granted.has(permission));
};

/** Roles, each with the number of its users that the caller may see. */
async function readRoles(db: Db | Tx, caller: Caller, id?: number): Promise<Role[]> {
  const rows = await db
    .selectFrom('role')
    .select(['id', 'label', 'is_default', 'is_admin', 'version'])
    .select(roleReachesOthers(caller).as('reaches_others'))
    .select((eb) => [
      eb
        .selectFrom('account')
        .select((count) => count.fn.countAll<number>().as('users'))
        .whereRef('role_id', '=', 'role.id')
        .where(accountsSeenBy(caller))
        .$asScalar()
        .as('users'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('label', asNames)
    .execute();
  const granted = await db
    .selectFrom('role_permission')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('role_id', '=', id ?? 0))
    .execute();
  const byRole = Map.groupBy(granted, ({ role_id }) => role_id);
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    isDefault: row.is_default,
    isAdmin: row.is_admin,
    permissions: row.is_admin
      ? [...permissionKeys]
      : inCatalogueOrder(
          closure(inCatalogueOrder((byRole.get(row.id) ?? []).map(({ permission }) => permission))),
        ),
    reachesOthers: row.reaches_others,
    users: row.users ?? 0,
    version: row.version,
  }));
}

/** Locks the role until the end of the transaction. Throws NOT_FOUND. */
async function lockRole({ tx, actor }: Change, id: number): Promise<Role> {
  await tx.selectFrom('role').select('id').where('id', '=', id).forUpdate().execute();
  const [role] = await readRoles(tx, actor.caller, id);
  if (role === undefined) throw new ProblemError('NOT_FOUND');
  return role;
}

function rejectIf(code: ProblemCode | undefined): void {
  if (code !== undefined) throw new ProblemError(code);
}

const auditSubject = ({ id, label }: Role) => ({ subject: 'role', subjectId: id, subjectName: label });

/** Fields recorded in the audit trail. */
const auditSnapshot = ({ label, permissions, isDefault }: Role) => ({ label, permissions, isDefault });

async function replacePermissions(tx: Tx, role: number, permissions: readonly Permission[]): Promise<void> {
  await tx.deleteFrom('role_permission').where('role_id', '=', role).execute();
  await tx
    .insertInto('role_permission')
    .values(inCatalogueOrder(closure(permissions)).map((permission) => ({ role_id: role, permission })))
    .execute();
}

/** Usernames of accounts, in their order. */
async function readUsernames({ tx }: Change, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('account')
    .select('username')
    .where('id', 'in', [...ids])
    .orderBy('username', asNames)
    .execute();
  return rows.map(({ username }) => username);
}

/** Moves the users of a role to the default role, which may not exceed the permissions of the caller. */
async function moveUsersToDefault(change: Change, from: number) {
  const { tx, actor } = change;
  const fallback = await tx
    .selectFrom('role')
    .select(['id', 'label'])
    .where('is_default', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { permissions } = await lockRole(change, fallback.id);
  const moved = await tx
    .updateTable('account')
    .set((eb) => ({ role_id: fallback.id, version: eb('version', '+', 1) }))
    .where('role_id', '=', from)
    .returning('id')
    .execute();
  if (moved.length > 0 && exceedsOwnRights(new Set(permissions), actor.caller.permissions))
    throw new ProblemError('RIGHTS_EXCEED_OWN');
  return { to: fallback.label, accounts: moved.map(({ id }) => id) };
}

/** What saving a role fails with. */
const saving = { failure: 'ROLE_SAVE_FAILED', duplicate: 'NAME_TAKEN', duplicateField: 'label' } as const;

export interface RoleRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The roles in PostgreSQL. */
export class RoleRepository {
  readonly #needs: RoleRepositoryNeeds;

  constructor(needs: RoleRepositoryNeeds) {
    this.#needs = needs;
  }

  list(caller: Caller): Promise<Role[]> {
    return readRoles(this.#needs.db, caller);
  }

  async create(draft: RoleDraft, actor: Actor): Promise<Role> {
    rejectIf(
      roleRejection({ do: 'create', permissions: draft.permissions }, undefined, actor.caller.permissions),
    );
    return transact(this.#needs, actor, saving, async (change) => {
      const { id } = await change.tx
        .insertInto('role')
        .values({ label: draft.label, owner_id: actor.caller.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await replacePermissions(change.tx, id, draft.permissions);
      const created = await lockRole(change, id);
      await change.record({
        action: 'role.create',
        ...auditSubject(created),
        after: auditSnapshot(created),
      });
      return created;
    });
  }

  update(
    { id, version, ...draft }: RoleDraft & { readonly id: number; readonly version: number },
    actor: Actor,
  ): Promise<Role> {
    return transact(this.#needs, actor, saving, async (change) => {
      const before = await lockRole(change, id);
      rejectIf(
        roleRejection({ do: 'update', permissions: draft.permissions }, before, actor.caller.permissions),
      );
      rejectStale(before.version, version);
      await change.tx
        .updateTable('role')
        .set({ label: draft.label, version: version + 1 })
        .where('id', '=', id)
        .execute();
      await replacePermissions(change.tx, id, draft.permissions);
      const after = await lockRole(change, id);
      await change.record({
        action: 'role.update',
        ...auditSubject(after),
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
      return after;
    });
  }

  /** Moves its users to the default role. Returns their number. */
  delete(id: number, actor: Actor): Promise<number> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await lockRole(change, id);
      rejectIf(roleRejection({ do: 'delete' }, before, actor.caller.permissions));
      const { to, accounts } = await moveUsersToDefault(change, id);
      await change.tx.deleteFrom('role').where('id', '=', id).execute();
      const note = { moved: await readUsernames(change, accounts), to };
      await change.record({
        action: 'role.delete',
        ...auditSubject(before),
        before: auditSnapshot(before),
        note,
      });
      return before.users;
    });
  }

  setDefault(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx } = change;
      const before = await lockRole(change, id);
      rejectIf(roleRejection({ do: 'make default' }, before, actor.caller.permissions));
      await tx.updateTable('role').set({ is_default: false }).where('is_default', '=', true).execute();
      await tx.updateTable('role').set({ is_default: true }).where('id', '=', id).execute();
      const after = await lockRole(change, id);
      await change.record({
        action: 'role.default',
        ...auditSubject(after),
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
    });
  }
}
