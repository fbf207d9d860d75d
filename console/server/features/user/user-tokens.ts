import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { UserToken } from '#schemas/user/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';
import { readVisibleUser } from './user-reader.ts';
import type { UserRepositoryNeeds } from './user-repository.ts';
import { requireEditableUser } from './require-editable-user.ts';

/** API tokens of a user that the caller may see. */
export async function readUserTokens(db: Db, caller: Caller, user: number): Promise<UserToken[]> {
  await readVisibleUser(db, caller, user);
  const rows = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'created_at', 'expires_at', 'last_used_at', 'last_used_address'])
    .where('account_id', '=', user)
    .orderBy('name', asNames)
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

/** Throws NOT_FOUND for an unknown token, and what `requireEditableUser` throws for its owner. */
export function deleteUserToken(needs: UserRepositoryNeeds, id: number, actor: Actor): Promise<void> {
  return transact(needs, actor, {}, async (change) => {
    const { tx, record } = change;
    const token = await tx
      .selectFrom('api_token')
      .select(['account_id', 'name', 'permissions', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (token === undefined) throw new ProblemError('NOT_FOUND');
    const owner = await requireEditableUser(change, token.account_id);
    await tx.deleteFrom('api_token').where('id', '=', id).execute();
    await record({
      action: 'token.revoke',
      subject: 'token',
      subjectId: id,
      subjectName: token.name,
      before: { name: token.name, permissions: token.permissions, expiresAt: token.expires_at.getTime() },
      note: { owner: owner.username },
    });
  });
}
