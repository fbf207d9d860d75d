import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { Secret } from '#schemas/audit/secret.ts';
import { unlockNeedsConfirmation } from '#schemas/user/rules.ts';
import type { User, UserDraft } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { lookAlikeAccount } from '../../shared/account/look-alike-account.ts';
import { changeSignInMethod, type NewSignInMethod } from './change-sign-in-method.ts';
import { checkDraft } from './check-draft.ts';
import { issuePassword } from './issue-password.ts';
import { keepOneAdministrator, requireEditableUser } from './require-editable-user.ts';
import { userAuditSnapshot, userAuditSubject } from './user-audit.ts';
import { readVisibleUser, readVisibleUsers } from './user-reader.ts';
import { cellsOf, setGrants } from './user-writer.ts';

/** Also deletes pending sign-ins, which belong to anonymous sessions. Returns the number of ended sessions. */
async function deleteSessions(tx: Tx, id: number): Promise<number> {
  const ended = await tx.deleteFrom('session').where('account_id', '=', id).returning('token_hash').execute();
  await tx.deleteFrom('pending_sign_in').where('account_id', '=', id).execute();
  return ended.length;
}

/**
 * Administrators do not act on their own account here, where no current password is requested: otherwise an unlocked screen would
 * be enough to take the account over or to lock its owner out.
 */
async function requireOtherUser(change: Change, id: number): Promise<User> {
  const user = await requireEditableUser(change, id);
  if (id === change.actor.caller.id) throw new ProblemError('OWN_ACCOUNT');
  return user;
}

/** Throws USERNAME_LOOKS_TAKEN. The other name is not part of it: the caller may not see that user. */
async function rejectLookAlike({ tx }: Change, username: string, own?: number): Promise<void> {
  if ((await lookAlikeAccount(tx, username, own)) === undefined) return;
  const code = 'USERNAME_LOOKS_TAKEN';
  throw new ProblemError(code, { errors: [{ path: 'body.username', code }] });
}

const saving = { duplicate: 'USERNAME_TAKEN', duplicateField: 'username' } as const;

export interface UserRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The users in PostgreSQL, as user administration changes them. */
export class UserRepository {
  readonly #needs: UserRepositoryNeeds;

  constructor(needs: UserRepositoryNeeds) {
    this.#needs = needs;
  }

  list(caller: Caller): Promise<User[]> {
    return readVisibleUsers(this.#needs.db, caller);
  }

  read(caller: Caller, id: number): Promise<User> {
    return readVisibleUser(this.#needs.db, caller, id);
  }

  /** An account without a password waits for an identity provider that asserts its username. */
  create(draft: UserDraft, passwordHash: string | undefined, actor: Actor): Promise<User> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx, now, record } = change;
      await checkDraft(tx, draft, { caller: actor.caller });
      await rejectLookAlike(change, draft.username);
      const password =
        passwordHash === undefined ? {} : { password_hash: passwordHash, password_issued_at: now };
      const { id } = await tx
        .insertInto('account')
        .values({ ...cellsOf(draft), ...password })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setGrants(tx, id, draft);
      const user = await readVisibleUser(tx, actor.caller, id);
      await record({ action: 'user.create', ...userAuditSubject(user), after: userAuditSnapshot(user) });
      return user;
    });
  }

  update(
    { id, version, ...draft }: UserDraft & { readonly id: number; readonly version: number },
    actor: Actor,
  ): Promise<User> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const before = await requireEditableUser(change, id);
      await checkDraft(tx, draft, { caller: actor.caller, before });
      rejectStale(before.version, version);
      if (draft.username !== before.username) await rejectLookAlike(change, draft.username, id);
      await keepOneAdministrator(tx, () =>
        tx
          .updateTable('account')
          .set({ ...cellsOf(draft), version: version + 1 })
          .where('id', '=', id)
          .execute(),
      );
      await setGrants(tx, id, draft);
      return this.#recordUpdate(change, before, { action: 'user.update' });
    });
  }

  delete(id: number, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, record } = change;
      const before = await requireOtherUser(change, id);
      await keepOneAdministrator(tx, () => tx.deleteFrom('account').where('id', '=', id).execute());
      await record({ action: 'user.delete', ...userAuditSubject(before), before: userAuditSnapshot(before) });
    });
  }

  /** Locks by administrator, also an account that is already locked for another reason. */
  lock(id: number, actor: Actor): Promise<User> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, now } = change;
      const before = await requireOtherUser(change, id);
      const lock = { lock_reason: 'admin', locked_at: now, lock_ends_at: null };
      await keepOneAdministrator(tx, () =>
        tx.updateTable('account').set(lock).where('id', '=', id).execute(),
      );
      await deleteSessions(tx, id);
      return this.#recordUpdate(change, before, { action: 'user.lock' });
    });
  }

  /** Undefined when a confirmation is required first. A user who is not locked does not change. */
  unlock(
    id: number,
    confirmed: boolean,
    actor: Actor,
  ): Promise<{ readonly user: User; readonly isChanged: boolean } | undefined> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await requireEditableUser(change, id);
      if (before.lock === null) return { user: before, isChanged: false };
      const { reason, at: lockedAt } = before.lock;
      const { passwordUpdatedAt } = before;
      if (!confirmed && unlockNeedsConfirmation({ reason, lockedAt, passwordUpdatedAt })) return undefined;
      await change.tx
        .updateTable('account')
        .set({ lock_reason: null, locked_at: null, lock_ends_at: null })
        .set({ failed_logins: 0, retry_locks: 0, unlocked_at: change.now })
        .where('id', '=', id)
        .execute();
      return { user: await this.#recordUpdate(change, before, { action: 'user.unlock' }), isChanged: true };
    });
  }

  /** The user must change an issued password at the next sign-in. It ends a lock by expiry, and no other. */
  issuePassword(id: number, passwordHash: string, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, now, record } = change;
      const user = await requireOtherUser(change, id);
      if (user.signsInElsewhere) throw new ProblemError('PASSWORD_ELSEWHERE');
      const { before } = await issuePassword(tx, id, { passwordHash, now });
      const ended = await deleteSessions(tx, id);
      const { lock } = await readVisibleUser(tx, actor.caller, id);
      await record({
        action: 'user.password',
        ...userAuditSubject(user),
        note: { ended },
        before: { password: new Secret(before), lock: user.lock?.reason ?? null },
        after: { password: new Secret(passwordHash), lock: lock?.reason ?? null },
      });
    });
  }

  /** Undefined when the user has this sign-in method already. */
  changeSignInMethod(id: number, method: NewSignInMethod, actor: Actor): Promise<User | undefined> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, now } = change;
      const before = await requireOtherUser(change, id);
      if (before.signsInElsewhere === method.elsewhere) return undefined;
      await changeSignInMethod(tx, id, { method, now });
      const ended = await deleteSessions(tx, id);
      return this.#recordUpdate(change, before, { action: 'user.sign-in-method', note: { ended } });
    });
  }

  /** Returns the user, and whether there was a second factor. */
  deleteSecondFactor(id: number, actor: Actor): Promise<{ readonly user: User; readonly deleted: boolean }> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, record } = change;
      const before = await requireOtherUser(change, id);
      await tx.deleteFrom('second_factor').where('account_id', '=', id).execute();
      await tx.deleteFrom('recovery_code').where('account_id', '=', id).execute();
      if (!before.secondFactor) return { user: before, deleted: false };
      await deleteSessions(tx, id);
      await record({
        action: 'user.factor-removal',
        ...userAuditSubject(before),
        before: { secondFactor: true },
        after: { secondFactor: false },
      });
      return { user: { ...before, secondFactor: false }, deleted: true };
    });
  }

  /** Returns the number of revoked sessions. */
  revokeSessions(id: number, actor: Actor): Promise<number> {
    return transact(this.#needs, actor, {}, async (change) => {
      const user = await requireOtherUser(change, id);
      const ended = await deleteSessions(change.tx, id);
      await change.record({ action: 'user.sessions', ...userAuditSubject(user), note: { ended } });
      return ended;
    });
  }

  async #recordUpdate(
    { tx, actor, record }: Change,
    before: User,
    { action, note }: Pick<AuditEntry, 'action' | 'note'>,
  ): Promise<User> {
    const after = await readVisibleUser(tx, actor.caller, before.id);
    await record({
      action,
      ...userAuditSubject(after),
      before: userAuditSnapshot(before),
      after: userAuditSnapshot(after),
      ...(note && { note }),
    });
    return after;
  }
}
