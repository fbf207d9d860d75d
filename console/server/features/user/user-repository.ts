import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { unlockNeedsConfirmation } from '#schemas/user/rules.ts';
import type { User, UserDraft } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { changeWay } from './change-way.ts';
import type { NewWay } from './change-way.ts';
import { checkDraft } from './check-draft.ts';
import { endSessions } from './end-sessions.ts';
import { handPassword } from './hand-password.ts';
import { subject, told } from './told-user.ts';
import { readUser, readUsers } from './user-reader.ts';
import { userToChange } from './user-to-change.ts';
import { cellsOf, setGrants } from './user-writer.ts';

const UNIQUE_VIOLATION = '23505';

/** Who acts, and where it is told. */
export interface UserActor {
  readonly caller: Caller;
  readonly audit: Audit;
}

async function withUniqueName<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new ProblemError('USERNAME_TAKEN', { cause: error });
    throw error;
  }
}

async function activeAdministrators(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'role_id')
    .select('account.id')
    .where('is_admin', '=', true)
    .where('lock_reason', 'is', null)
    .execute();
  return rows.length;
}

/**
 * Throws when the change leaves nobody who may do everything and is not locked. The administrators' roles are locked by then
 * (`userToChange`): two who lock each other at once do not both succeed.
 */
async function keepingAnAdministrator(tx: Tx, change: () => Promise<unknown>): Promise<void> {
  const before = await activeAdministrators(tx);
  await change();
  if (before > 0 && (await activeAdministrators(tx)) === 0) throw new ProblemError('LAST_ADMINISTRATOR');
}

export class UserRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  list(caller: Caller): Promise<User[]> {
    return readUsers(this.#db, caller);
  }

  read(caller: Caller, id: number): Promise<User> {
    return readUser(this.#db, caller, id);
  }

  /** Without a password it waits for the identity provider that tells its username. */
  async create(
    draft: UserDraft,
    passwordHash: string | undefined,
    { caller, audit }: UserActor,
  ): Promise<User> {
    return withUniqueName(() =>
      this.#db.transaction().execute(async (tx) => {
        await checkDraft(tx, draft, { caller });
        const { id } = await tx
          .insertInto('account')
          .values({ ...cellsOf(draft), ...this.#firstPassword(passwordHash) })
          .returning('id')
          .executeTakeFirstOrThrow();
        await setGrants(tx, id, draft);
        const user = await readUser(tx, caller, id);
        await audit(tx, { action: 'user.create', ...subject(user), after: told(user) });
        return user;
      }),
    );
  }

  #firstPassword(hash: string | undefined) {
    return hash === undefined ? {} : { password_hash: hash, password_given_at: this.#clock.now() };
  }

  async update(
    { id, version, ...draft }: UserDraft & { readonly id: number; readonly version: number },
    { caller, audit }: UserActor,
  ): Promise<User> {
    return withUniqueName(() =>
      this.#db.transaction().execute(async (tx) => {
        const before = await userToChange(tx, caller, id);
        await checkDraft(tx, draft, { caller, before: before.restrictions });
        if (before.version !== version) throw new ProblemError('CONFLICT');
        await keepingAnAdministrator(tx, () =>
          tx
            .updateTable('account')
            .set({ ...cellsOf(draft), version: version + 1 })
            .where('id', '=', id)
            .execute(),
        );
        await setGrants(tx, id, draft);
        const after = await readUser(tx, caller, id);
        await audit(tx, {
          action: 'user.update',
          ...subject(after),
          before: told(before),
          after: told(after),
        });
        return after;
      }),
    );
  }

  async delete(id: number, { caller, audit }: UserActor): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = await userToChange(tx, caller, id);
      if (id === caller.id) throw new ProblemError('OWN_ACCOUNT');
      await keepingAnAdministrator(tx, () => tx.deleteFrom('account').where('id', '=', id).execute());
      await audit(tx, { action: 'user.delete', ...subject(before), before: told(before) });
    });
  }

  /** By an administrator; one that is locked by itself is from now on locked by hand. */
  async lock(id: number, { caller, audit }: UserActor): Promise<User> {
    return this.#db.transaction().execute(async (tx) => {
      const before = await userToChange(tx, caller, id);
      if (id === caller.id) throw new ProblemError('OWN_ACCOUNT');
      const lock = { lock_reason: 'admin', locked_at: this.#clock.now() };
      await keepingAnAdministrator(tx, () =>
        tx.updateTable('account').set(lock).where('id', '=', id).execute(),
      );
      await endSessions(tx, id);
      const after = await readUser(tx, caller, id);
      await audit(tx, { action: 'user.lock', ...subject(after), before: told(before), after: told(after) });
      return after;
    });
  }

  /** Undefined when it first wants a confirmation. */
  async unlock(id: number, confirmed: boolean, { caller, audit }: UserActor): Promise<User | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const before = await userToChange(tx, caller, id);
      if (before.lock === null) return before;
      const { reason, at: lockedAt } = before.lock;
      const { passwordUpdatedAt } = before;
      if (!confirmed && unlockNeedsConfirmation({ reason, lockedAt, passwordUpdatedAt })) return undefined;
      await tx
        .updateTable('account')
        .set({ lock_reason: null, locked_at: null, failed_logins: 0, unlocked_at: this.#clock.now() })
        .where('id', '=', id)
        .execute();
      const after = await readUser(tx, caller, id);
      await audit(tx, { action: 'user.unlock', ...subject(after), before: told(before), after: told(after) });
      return after;
    });
  }

  /** A password that somebody hands on is changed at the next sign-in. It ends a lock by expiry, and no other. */
  async setFirstPassword(id: number, passwordHash: string, { caller, audit }: UserActor): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const user = await userToChange(tx, caller, id);
      // One's own is changed with the one in force: whoever finds a screen unlocked cannot take the account over.
      if (id === caller.id) throw new ProblemError('OWN_ACCOUNT');
      if (user.signsInElsewhere) throw new ProblemError('PASSWORD_ELSEWHERE');
      const { before } = await handPassword(tx, id, { passwordHash, now: this.#clock.now() });
      const ended = await endSessions(tx, id);
      const { lock } = await readUser(tx, caller, id);
      await audit(tx, {
        ...{ action: 'user.password', ...subject(user), note: { ended } },
        before: { password: new Secret(before), lock: user.lock?.reason ?? null },
        after: { password: new Secret(passwordHash), lock: lock?.reason ?? null },
      });
    });
  }

  /** Undefined when it is the way already. */
  async changeWay(id: number, way: NewWay, { caller, audit }: UserActor): Promise<User | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const before = await userToChange(tx, caller, id);
      // Whoever finds a screen unlocked cannot take the account over, nor shut its owner out.
      if (id === caller.id) throw new ProblemError('OWN_ACCOUNT');
      if (before.signsInElsewhere === way.elsewhere) return undefined;
      await changeWay(tx, id, { way, now: this.#clock.now() });
      const ended = await endSessions(tx, id);
      const after = await readUser(tx, caller, id);
      const note = { ended };
      await audit(tx, {
        ...{ action: 'user.way', ...subject(after), note },
        ...{ before: told(before), after: told(after) },
      });
      return after;
    });
  }

  /** Answers the user, and whether there was a second factor. */
  async removeSecondFactor(
    id: number,
    { caller, audit }: UserActor,
  ): Promise<{ readonly user: User; readonly removed: boolean }> {
    return this.#db.transaction().execute(async (tx) => {
      const before = await userToChange(tx, caller, id);
      // One's own is switched off with the password: whoever finds a screen unlocked cannot take the account over.
      if (id === caller.id) throw new ProblemError('OWN_ACCOUNT');
      await tx.deleteFrom('second_factor').where('account_id', '=', id).execute();
      await tx.deleteFrom('recovery_code').where('account_id', '=', id).execute();
      if (!before.secondFactor) return { user: before, removed: false };
      await endSessions(tx, id);
      await audit(tx, {
        action: 'user.factor-removal',
        ...subject(before),
        before: { secondFactor: true },
        after: { secondFactor: false },
      });
      return { user: { ...before, secondFactor: false }, removed: true };
    });
  }

  /** Answers how many they were. */
  async endSessions(id: number, { caller, audit }: UserActor): Promise<number> {
    return this.#db.transaction().execute(async (tx) => {
      const user = await userToChange(tx, caller, id);
      if (id === caller.id) throw new ProblemError('OWN_ACCOUNT');
      const ended = await endSessions(tx, id);
      await audit(tx, { action: 'user.sessions', ...subject(user), note: { ended } });
      return ended;
    });
  }
}
