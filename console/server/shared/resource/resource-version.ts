import type { Db } from '#platform/postgres/postgres.ts';
import { MAX_RESOURCE_VERSIONS, type ResourceVersion } from '#schemas/resource/version.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { authorName } from './stored-resource.ts';
import type { ResourceTransaction } from './transact-resource.ts';

type Reader = Db | Tx;

interface VersionContent {
  readonly content: object;
  /** The version that this one restores. */
  readonly restored?: number;
  /** Whether the newest version has this content already: then no new one is stored, unless it is a restoration. */
  readonly isSame: (newest: unknown) => boolean;
}

/** Keeps the state after a change as the newest version, of the actor. */
export async function keepResourceVersion(
  { tx, actor, now }: ResourceTransaction,
  resource_id: number,
  { content, restored, isSame }: VersionContent,
): Promise<void> {
  const newest = await tx
    .selectFrom('resource_version')
    .select(['number', 'content'])
    .where('resource_id', '=', resource_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined && restored === undefined && isSame(newest.content)) return;
  const number = (newest?.number ?? 0) + 1;
  const author_id = actor.caller.id;
  await tx
    .insertInto('resource_version')
    .values({ resource_id, number, content, restored: restored ?? null, author_id, at: now })
    .execute();
  await tx
    .deleteFrom('resource_version')
    .where('resource_id', '=', resource_id)
    .where('number', '<=', number - MAX_RESOURCE_VERSIONS)
    .execute();
}

/** Newest first. */
export async function listResourceVersions(db: Reader, resource: number): Promise<ResourceVersion[]> {
  const rows = await db
    .selectFrom('resource_version as kept')
    .leftJoin('account', 'account.id', 'kept.author_id')
    .select(['kept.number', 'kept.at', 'kept.restored', 'username', 'first_name', 'last_name'])
    .where('resource_id', '=', resource)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(({ number, at, restored, first_name, last_name, username }) => ({
    number,
    author: authorName(first_name, last_name, username),
    at: at.getTime(),
    restored,
  }));
}

/** Throws NOT_FOUND for a version that is not retained. */
export async function readResourceVersion(db: Reader, resource: number, number: number): Promise<unknown> {
  const row = await db
    .selectFrom('resource_version')
    .select('content')
    .where('resource_id', '=', resource)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row.content;
}
