import { sql } from 'kysely';
import { isInFolder, movedFolder } from '#schemas/dashboard/folder.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import type { AnySummary } from '#schemas/report/any-document.ts';
import { MAX_RESOURCE_VERSIONS } from '#schemas/resource/version.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectInvalid } from '../../shared/repository/reject-faults.ts';
import { documentSubject, type DocumentTransaction } from './document-transaction.ts';
import { storedContent } from './product-document.ts';
import { readSummaries } from './stored-document.ts';

/** A folder, and what it becomes. */
export interface FolderMove {
  readonly folder: string;
  readonly to: string;
}

interface MovedDocument {
  readonly id: number;
  readonly name: string;
  readonly before: string;
  readonly folder: string;
}

/** The documents of a folder that the actor sees. */
async function readFolder({ tx, actor }: DocumentTransaction, folder: string): Promise<AnySummary[]> {
  const seen = await readSummaries(tx, actor, actor.caller);
  return seen.filter((document) => isInFolder(document.folder, folder));
}

/** Locks the documents, in an order that two moves have in common. Returns them as they are then, without those that have left the folder. */
async function lockFolder(change: DocumentTransaction, folder: string): Promise<AnySummary[]> {
  const found = (await readFolder(change, folder)).map(({ resource }) => resource);
  const ids = await change.tx
    .selectFrom('resource')
    .select('id')
    .where('id', 'in', [0, ...found])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const locked = new Set(ids.map(({ id }) => id));
  return (await readFolder(change, folder)).filter(({ resource }) => locked.has(resource));
}

/** Writes the folders, and keeps a version of each document. */
async function storeFolders(
  { tx, actor, now }: DocumentTransaction,
  moved: readonly MovedDocument[],
): Promise<void> {
  const ids = moved.map(({ id }) => id);
  await tx
    .updateTable('resource')
    .set({ author_id: actor.caller.id, updated_at: now, version: sql<number>`version + 1` })
    .where('id', 'in', ids)
    .execute();
  await sql`UPDATE dashboard_document SET folder = moved.folder
FROM unnest(${ids}::integer[], ${moved.map(({ folder }) => folder)}::text[]) AS moved (id, folder)
WHERE resource_id = moved.id`.execute(tx);
  await sql`WITH kept AS (
  INSERT INTO resource_version (resource_id, number, author_id, at, content)
  SELECT id, 1 + coalesce((SELECT max(number) FROM resource_version WHERE resource_id = id), 0), ${actor.caller.id}, ${now},
    ${storedContent}
  FROM resource JOIN dashboard_document ON resource_id = id WHERE id = any(${ids}::integer[])
  RETURNING resource_id, number
)
DELETE FROM resource_version AS old USING kept
WHERE old.resource_id = kept.resource_id AND old.number <= kept.number - ${MAX_RESOURCE_VERSIONS}`.execute(
    tx,
  );
}

/**
 * Moves the documents of a folder that the actor may change in the space, with the folders below it. Throws NOT_FOUND for a folder without
 * documents: another user has renamed or deleted it.
 */
export async function moveFolder(
  change: DocumentTransaction,
  { folder: from, to }: FolderMove,
): Promise<{ readonly moved: number; readonly retained: number }> {
  const { actor } = change;
  const found = await lockFolder(change, from);
  if (found.length === 0) throw new ProblemError('NOT_FOUND');
  const place = actor.customer === null ? 'multi-client' : 'here';
  const own = found.filter(({ edit, reachesOthers }) => edit === place && !reachesOthers);
  const moved = own.map(({ resource: id, name, folder }): MovedDocument => ({
    id,
    name,
    before: folder,
    folder: movedFolder(folder, { from, to }),
  }));
  if (moved.some(({ folder }) => folder.length > dashboardLimits.folderMax))
    rejectInvalid([{ path: 'to', code: 'TOO_LONG', params: { max: dashboardLimits.folderMax } }]);
  const changed = moved.filter(({ before, folder }) => before !== folder);
  if (changed.length > 0) await storeFolders(change, changed);
  await change.record(
    changed.map(({ id, name, before, folder }) => ({
      action: `${actor.kind}.update`,
      ...documentSubject(id, name, actor),
      before: { folder: before },
      after: { folder },
    })),
  );
  return { moved: changed.length, retained: found.length - own.length };
}
