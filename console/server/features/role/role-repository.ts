import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import type { PermissionSet } from '#schemas/permission/grants.ts';
import { exceeds, roleRefusal } from '#schemas/role/rules.ts';
import type { Role, RoleDraft } from '#schemas/role/role.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withUniqueName } from '../../shared/name/with-unique-name.ts';

/** Who acts: what he holds, and where it is told. */
export interface RoleActor {
  readonly own: PermissionSet;
  readonly caller: Caller;
  readonly audit: Audit;
}

const ordered = (permissions: Iterable<string>): Permission[] => {
  const held = new Set(permissions);
  return permissionKeys.filter((permission) => held.has(permission));
};

/** Roles, each with how many of the users whom the caller sees have it. */
async function readRoles(db: Db | Tx, caller: Caller, id?: number): Promise<Role[]> {
  const rows = await db
    .selectFrom('role')
    .select(['id', 'label', 'is_default', 'is_admin', 'revision'])
    .select((is) => [
      is
        .selectFrom('account')
        .select((count) => count.fn.countAll<number>().as('users'))
        .whereRef('role_id', '=', 'role.id')
        .where(accountsSeenBy(caller))
        .$asScalar()
        .as('users'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('label')
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
      : ordered(closure(ordered((byRole.get(row.id) ?? []).map(({ permission }) => permission)))),
    users: row.users ?? 0,
    revision: row.revision,
  }));
}

/** The role, locked until the end of the transaction. Throws NOT_FOUND. */
async function roleForUpdate(tx: Tx, id: number, caller: Caller): Promise<Role> {
  await tx.selectFrom('role').select('id').where('id', '=', id).forUpdate().execute();
  const [role] = await readRoles(tx, caller, id);
  if (role === undefined) throw new ProblemError('NOT_FOUND');
  return role;
}

function refuse(code: ReturnType<typeof roleRefusal>): void {
  if (code !== undefined) throw new ProblemError(code);
}

const told = ({ label, permissions, isDefault }: Role) => ({ label, permissions, isDefault });

async function setPermissions(tx: Tx, role: number, permissions: readonly Permission[]): Promise<void> {
  await tx.deleteFrom('role_permission').where('role_id', '=', role).execute();
  await tx
    .insertInto('role_permission')
    .values(ordered(closure(permissions)).map((permission) => ({ role_id: role, permission })))
    .execute();
}

/** Names of users: of those whom the caller sees, and of the others. */
async function namesOf(tx: Tx, caller: Caller, ids: readonly number[]) {
  if (ids.length === 0) return { own: [], others: [] };
  const rows = await tx
    .selectFrom('account')
    .select('username')
    .select((is) => is.case().when(accountsSeenBy(caller)).then(true).else(false).end().as('seen'))
    .where('id', 'in', [...ids])
    .orderBy('username')
    .execute();
  const of = (seen: boolean): string[] => rows.flatMap((row) => (row.seen === seen ? [row.username] : []));
  return { own: of(true), others: of(false) };
}

export class RoleRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(caller: Caller): Promise<Role[]> {
    return readRoles(this.#db, caller);
  }

  async create(draft: RoleDraft, { own, caller, audit }: RoleActor): Promise<Role> {
    refuse(roleRefusal({ do: 'create', permissions: draft.permissions }, undefined, own));
    return this.#write(async (tx) => {
      const { id } = await tx
        .insertInto('role')
        .values({ label: draft.label })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setPermissions(tx, id, draft.permissions);
      const made = await roleForUpdate(tx, id, caller);
      await audit(tx, { action: 'role.create', ...subject(made), after: told(made) });
      return made;
    });
  }

  async update(
    { id, revision, ...draft }: RoleDraft & { readonly id: number; readonly revision: number },
    { own, caller, audit }: RoleActor,
  ): Promise<Role> {
    return this.#write(async (tx) => {
      const before = await roleForUpdate(tx, id, caller);
      refuse(roleRefusal({ do: 'update', permissions: draft.permissions }, before, own));
      if (before.revision !== revision) throw new ProblemError('CONFLICT');
      await tx
        .updateTable('role')
        .set({ label: draft.label, revision: revision + 1 })
        .where('id', '=', id)
        .execute();
      await setPermissions(tx, id, draft.permissions);
      const after = await roleForUpdate(tx, id, caller);
      await audit(tx, {
        action: 'role.update',
        ...subject(after),
        before: told(before),
        after: told(after),
      });
      return after;
    });
  }

  /**
   * Its users move to the default role, which may hold no more than the caller; answers how many they were, of those whom the
   * caller sees.
   */
  async delete(
    id: number,
    { own, caller, audit, bySystem }: RoleActor & { readonly bySystem: Audit },
  ): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const before = await roleForUpdate(tx, id, caller);
      refuse(roleRefusal({ do: 'delete' }, before, own));
      const fallback = await tx
        .selectFrom('role')
        .select(['id', 'label'])
        .where('is_default', '=', true)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { permissions: given } = await roleForUpdate(tx, fallback.id, caller);
      const moved = await tx
        .updateTable('account')
        .set((is) => ({ role_id: fallback.id, revision: is('revision', '+', 1) }))
        .where('role_id', '=', id)
        .returning('id')
        .execute();
      if (moved.length > 0 && exceeds(new Set(given), own)) throw new ProblemError('RIGHTS_EXCEED_OWN');
      await tx.deleteFrom('role').where('id', '=', id).execute();
      const { own: seen, others } = await namesOf(
        tx,
        caller,
        moved.map(({ id: user }) => user),
      );
      const event = { action: 'role.delete', ...subject(before) };
      await audit(tx, { ...event, before: told(before), note: { moved: seen, to: fallback.label } });
      // Users of others: for who sees every customer, and not for who deleted the role.
      if (others.length > 0)
        await bySystem(tx, { ...event, note: { moved: others, to: fallback.label, by: caller.username } });
      return before.users;
    });
  }

  #write(run: (tx: Tx) => Promise<Role>): Promise<Role> {
    return withUniqueName(() => this.#db.transaction().execute(run), 'ROLE_SAVE_FAILED');
  }

  async makeDefault(id: number, { own, caller, audit }: RoleActor): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = await roleForUpdate(tx, id, caller);
      refuse(roleRefusal({ do: 'make default' }, before, own));
      await tx.updateTable('role').set({ is_default: false }).where('is_default', '=', true).execute();
      await tx.updateTable('role').set({ is_default: true }).where('id', '=', id).execute();
      const after = await roleForUpdate(tx, id, caller);
      await audit(tx, {
        action: 'role.default',
        ...subject(after),
        before: told(before),
        after: told(after),
      });
    });
  }
}

const subject = ({ id, label }: Role) => ({ subject: 'role', subjectId: id, subjectName: label });
