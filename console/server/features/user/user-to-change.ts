import type { User } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readUser } from './user-reader.ts';

const lockAdministrators = (tx: Tx) =>
  tx.selectFrom('role').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute();

/** The user, locked until the end of the transaction; throws what keeps the caller from changing him. */
export async function userToChange(tx: Tx, caller: Caller, id: number): Promise<User> {
  await lockAdministrators(tx);
  await tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute();
  const user = await readUser(tx, caller, id);
  if (user.beyondOwn) throw new ProblemError('RIGHTS_EXCEED_OWN');
  return user;
}
