import type { Db } from '#platform/postgres/postgres.ts';
import type { UserToken } from '#schemas/user/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readUser } from './user-reader.ts';
import { userToChange } from './user-to-change.ts';
import type { UserActor } from './user-repository.ts';

/** Tokens of a user whom the caller may look at. */
export async function readTokensOf(db: Db, caller: Caller, user: number): Promise<UserToken[]> {
  await readUser(db, caller, user);
  const rows = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at', 'last_used_address'])
    .where('account_id', '=', user)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    lastUsedAddress: row.last_used_address,
  }));
}

/** Throws what keeps the caller from changing its owner, and NOT_FOUND for a token that is not. */
export async function revokeTokenOfUser(db: Db, id: number, { caller, audit }: UserActor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const token = await tx
      .selectFrom('api_token')
      .select(['account_id', 'name', 'permissions', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (token === undefined) throw new ProblemError('NOT_FOUND');
    const owner = await userToChange(tx, caller, token.account_id);
    await tx.deleteFrom('api_token').where('id', '=', id).execute();
    await audit(tx, {
      action: 'token.revoke',
      ...{ subject: 'token', subjectId: id, subjectName: token.name },
      before: { name: token.name, permissions: token.permissions, expiresAt: token.expires_at.getTime() },
      note: { owner: owner.username },
    });
  });
}
