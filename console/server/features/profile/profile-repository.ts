import type { Db } from '#platform/postgres/postgres.ts';
import type { Profile } from '#schemas/profile/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withUniqueName } from '../../shared/name/with-unique-name.ts';

export interface ProfileActor {
  readonly caller: Caller;
  readonly audit: Audit;
}

interface Counted extends Profile {
  /** Customers of others that have it. */
  readonly others: number;
}

async function readProfiles(db: Db | Tx, caller: Caller, id?: number): Promise<Counted[]> {
  const rows = await db
    .selectFrom('customer_profile as profile')
    .leftJoin('customer', 'customer.profile_id', 'profile.id')
    .select(['profile.id', 'profile.name', 'is_default', 'customer.id as customer'])
    .$if(id !== undefined, (query) => query.where('profile.id', '=', id ?? 0))
    .orderBy('profile.name')
    .execute();
  return [...Map.groupBy(rows, (row) => row.id)].flatMap(([profile, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const customers = own.flatMap(({ customer }) => (customer === null ? [] : [customer]));
    const seen = customers.filter((customer) => caller.customers.has(customer)).length;
    const counts = { customers: seen, others: customers.length - seen };
    return [{ id: profile, name: first.name, isDefault: first.is_default, ...counts }];
  });
}

const shown = ({ id, name, isDefault, customers }: Counted): Profile => ({ id, name, isDefault, customers });
const subject = ({ id, name }: Profile) => ({ subject: 'profile', subjectId: id, subjectName: name });

/** Throws for one that is not, and for one whose change would concern customers that the caller may not see. */
async function profileToChange(tx: Tx, caller: Caller, id: number): Promise<Profile> {
  // Not FOR UPDATE: shares that name it are inserted by who holds the lock of clusters, which its customers' move asks for.
  await tx.selectFrom('customer_profile').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [profile] = await readProfiles(tx, caller, id);
  if (profile === undefined) throw new ProblemError('NOT_FOUND');
  if (profile.others > 0 && !caller.allCustomers) throw new ProblemError('PROFILE_HOLDS_OTHERS');
  return shown(profile);
}

export class ProfileRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Without those that only customers of others have. */
  async list(caller: Caller): Promise<Profile[]> {
    const all = await readProfiles(this.#db, caller);
    const isTold = ({ customers, others, isDefault }: Counted): boolean =>
      caller.allCustomers || isDefault || customers > 0 || others === 0;
    return all.filter(isTold).map(shown);
  }

  async create(name: string, { audit }: ProfileActor): Promise<Profile> {
    return withUniqueName(() =>
      this.#db.transaction().execute(async (tx) => {
        const { id } = await tx
          .insertInto('customer_profile')
          .values({ name })
          .returning('id')
          .executeTakeFirstOrThrow();
        const made = { id, name, isDefault: false, customers: 0 };
        await audit(tx, { action: 'profile.create', ...subject(made), after: { name } });
        return made;
      }),
    );
  }

  async rename(id: number, name: string, { caller, audit }: ProfileActor): Promise<Profile> {
    return withUniqueName(() =>
      this.#db.transaction().execute(async (tx) => {
        const before = await profileToChange(tx, caller, id);
        await tx.updateTable('customer_profile').set({ name }).where('id', '=', id).execute();
        const told = { before: { name: before.name }, after: { name } };
        await audit(tx, { action: 'profile.update', ...subject(before), ...told });
        return { ...before, name };
      }),
    );
  }

  /** Its customers move to the default profile; answers how many they were. */
  async delete(id: number, { caller, audit }: ProfileActor): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const before = await profileToChange(tx, caller, id);
      if (before.isDefault) throw new ProblemError('PROFILE_DEFAULT_FROZEN');
      const fallback = await tx
        .selectFrom('customer_profile')
        .select(['id', 'name'])
        .where('is_default', '=', true)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      const moved = await tx
        .updateTable('customer')
        .set((is) => ({ profile_id: fallback.id, version: is('version', '+', 1) }))
        .where('profile_id', '=', id)
        .returning('client_id')
        .execute();
      await tx.deleteFrom('customer_profile').where('id', '=', id).execute();
      const note = { moved: moved.map(({ client_id }) => client_id).sort(), to: fallback.name };
      await audit(tx, { action: 'profile.delete', ...subject(before), before: { name: before.name }, note });
      return moved.length;
    });
  }

  async makeDefault(id: number, { caller, audit }: ProfileActor): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const profile = await profileToChange(tx, caller, id);
      await tx
        .updateTable('customer_profile')
        .set({ is_default: false })
        .where('is_default', '=', true)
        .execute();
      await tx.updateTable('customer_profile').set({ is_default: true }).where('id', '=', id).execute();
      const told = { before: { isDefault: profile.isDefault }, after: { isDefault: true } };
      await audit(tx, { action: 'profile.default', ...subject(profile), ...told });
    });
  }
}
