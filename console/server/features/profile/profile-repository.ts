import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Profile } from '#schemas/profile/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { profileReachesOthers, requireOwnReach } from '../../kernel/access/reaches-others.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';

async function readProfiles(db: Db | Tx, caller: Caller, id?: number): Promise<Profile[]> {
  const rows = await db
    .selectFrom('customer_profile as profile')
    .leftJoin('customer', 'customer.profile_id', 'profile.id')
    .select(['profile.id', 'profile.name', 'is_default', 'customer.id as customer'])
    .select(profileReachesOthers(caller).as('reaches_others'))
    .$if(id !== undefined, (query) => query.where('profile.id', '=', id ?? 0))
    .orderBy('profile.name', asNames)
    .execute();
  return [...Map.groupBy(rows, (row) => row.id)].flatMap(([profile, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const customers = own.flatMap(({ customer }) => (customer === null ? [] : [customer]));
    const seen = customers.filter((customer) => caller.customers.has(customer)).length;
    const { name, is_default: isDefault, reaches_others: reachesOthers } = first;
    return [{ id: profile, name, isDefault, reachesOthers, customers: seen }];
  });
}

const auditSubject = ({ id, name }: Profile) => ({ subject: 'profile', subjectId: id, subjectName: name });

/** Locks the profile. Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS. */
async function lockProfile({ tx, actor: { caller } }: Change, id: number): Promise<Profile> {
  // Not FOR UPDATE: shares of the profile are inserted under the cluster lock, which moving its customers takes.
  await tx.selectFrom('customer_profile').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [profile] = await readProfiles(tx, caller, id);
  if (profile === undefined) throw new ProblemError('NOT_FOUND');
  requireOwnReach(profile.reachesOthers);
  return profile;
}

export interface ProfileRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

/** The customer profiles in PostgreSQL. */
export class ProfileRepository {
  readonly #needs: ProfileRepositoryNeeds;

  constructor(needs: ProfileRepositoryNeeds) {
    this.#needs = needs;
  }

  /** Without profiles that only customers of others have, and unused ones of others. */
  async list(caller: Caller): Promise<Profile[]> {
    const all = await readProfiles(this.#needs.db, caller);
    const isVisible = ({ customers, reachesOthers, isDefault }: Profile): boolean =>
      !reachesOthers || isDefault || customers > 0;
    return all.filter(isVisible);
  }

  create(name: string, actor: Actor): Promise<Profile> {
    return transact(this.#needs, actor, saving, async ({ tx, record }) => {
      const { id } = await tx
        .insertInto('customer_profile')
        .values({ name, owner_id: actor.caller.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      const created = { id, name, isDefault: false, reachesOthers: false, customers: 0 };
      await record({ action: 'profile.create', ...auditSubject(created), after: { name } });
      return created;
    });
  }

  update(id: number, name: string, actor: Actor): Promise<Profile> {
    return transact(this.#needs, actor, saving, async (change) => {
      const before = await lockProfile(change, id);
      await change.tx.updateTable('customer_profile').set({ name }).where('id', '=', id).execute();
      const difference = { before: { name: before.name }, after: { name } };
      await change.record({ action: 'profile.update', ...auditSubject(before), ...difference });
      return { ...before, name };
    });
  }

  /** Moves its customers to the default profile. Returns the number of moved customers. */
  delete(id: number, actor: Actor): Promise<number> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, record } = change;
      const before = await lockProfile(change, id);
      if (before.isDefault) throw new ProblemError('PROFILE_DEFAULT_FROZEN');
      const fallback = await tx
        .selectFrom('customer_profile')
        .select(['id', 'name'])
        .where('is_default', '=', true)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const moved = await tx
        .updateTable('customer')
        .set((eb) => ({ profile_id: fallback.id, version: eb('version', '+', 1) }))
        .where('profile_id', '=', id)
        .returning('client_id')
        .execute();
      await tx.deleteFrom('customer_profile').where('id', '=', id).execute();
      const note = { moved: moved.map(({ client_id }) => client_id).sort(), to: fallback.name };
      await record({
        action: 'profile.delete',
        ...auditSubject(before),
        before: { name: before.name },
        note,
      });
      return moved.length;
    });
  }

  setDefault(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, record } = change;
      const profile = await lockProfile(change, id);
      await tx
        .updateTable('customer_profile')
        .set({ is_default: false })
        .where('is_default', '=', true)
        .execute();
      await tx.updateTable('customer_profile').set({ is_default: true }).where('id', '=', id).execute();
      const difference = { before: { isDefault: profile.isDefault }, after: { isDefault: true } };
      await record({ action: 'profile.default', ...auditSubject(profile), ...difference });
    });
  }
}
