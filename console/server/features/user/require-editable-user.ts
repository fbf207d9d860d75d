import type { User } from '#schemas/user/user.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Change } from '../../shared/repository/transact.ts';
import { readVisibleUser } from './user-reader.ts';

const lockAdministratorRoles = (tx: Tx) =>
  tx.selectFrom('role').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute();

/** Locks the user until the end of the transaction. Throws NOT_FOUND, and RIGHTS_EXCEED_OWN when the caller may not change the user. */
export async function requireEditableUser({ tx, actor }: Change, id: number): Promise<User> {
  await lockAdministratorRoles(tx);
  await tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
  const user = await readVisibleUser(tx, actor.caller, id);
  if (user.exceedsOwn) throw new ProblemError('RIGHTS_EXCEED_OWN');
  return user;
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
 * Throws LAST_ADMINISTRATOR when the change leaves no unlocked administrator. `requireEditableUser` has locked the administrator
 * roles, so that two administrators who lock each other at the same time do not both succeed.
 */
export async function keepOneAdministrator(tx: Tx, change: () => Promise<unknown>): Promise<void> {
  const before = await activeAdministrators(tx);
  await change();
  if (before > 0 && (await activeAdministrators(tx)) === 0) throw new ProblemError('LAST_ADMINISTRATOR');
}
