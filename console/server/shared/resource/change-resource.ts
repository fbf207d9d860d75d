import { sql } from 'kysely';
import { accessTo, reachesOthers, type ResourceAccess, type Viewer } from '#schemas/resource/access.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import { displayName } from '../../kernel/access/caller.ts';
import { requireOwnReach } from '../../kernel/access/reaches-others.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectDeleted, type ResourceRef } from './deleted-resource.ts';
import { readStoredResources, type StoredResource } from './stored-resource.ts';
import type { ResourceTransaction } from './transact-resource.ts';

/**
 * Requires access to a resource. A resource that the viewer cannot read is NOT_FOUND, one that they can only read
 * REACHES_OTHER_CUSTOMERS or FORBIDDEN.
 */
export function requireAccess(
  stored: StoredResource | undefined,
  viewer: Viewer,
  act: keyof ResourceAccess,
): StoredResource {
  if (stored === undefined) throw new ProblemError('NOT_FOUND');
  const access = accessTo(stored, viewer);
  if (!access.read) throw new ProblemError('NOT_FOUND');
  if (act !== 'read') requireOwnReach(reachesOthers(stored.share, viewer));
  if (!access[act]) throw new ProblemError('FORBIDDEN');
  return stored;
}

/**
 * Locks the resource until the end of the transaction. Throws NOT_FOUND, RESOURCE_DELETED, REACHES_OTHER_CUSTOMERS, FORBIDDEN. FOR NO KEY UPDATE lets other transactions insert rows
 * that refer to it, as the database does for clusters when a customer changes its profile.
 */
export async function lockResource(
  { tx, viewer }: Pick<ResourceTransaction, 'tx' | 'viewer'>,
  { kind, id }: ResourceRef,
  act: keyof ResourceAccess = 'write',
): Promise<StoredResource> {
  await tx.selectFrom('resource').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [stored] = await readStoredResources(tx, kind, [id]);
  return requireAccess(stored ?? (await rejectDeleted(tx, viewer, { kind, id })), viewer, act);
}

/** Deletes a resource that the viewer has locked; what decides who could read it stays. */
export async function deleteResource(
  { tx, actor, now }: ResourceTransaction,
  { id, kind, customer, owner, visibility, share, name }: StoredResource,
): Promise<void> {
  await tx.deleteFrom('resource').where('id', '=', id).execute();
  await tx
    .insertInto('deleted_resource')
    .values({
      id,
      kind,
      customer_id: customer,
      owner_id: owner,
      visibility,
      name,
      shared_with_all: share.everyone,
      profile_ids: [...share.profiles],
      customer_ids: [...share.clients],
      deleted_by: displayName(actor.caller),
      deleted_at: now,
    })
    .execute();
}

/** Inserts a resource that is not shared yet, owned by its author. Returns its id. */
async function insertResource(
  { tx, viewer, now }: ResourceTransaction,
  columns: {
    readonly kind: ResourceKind;
    readonly name: string;
    readonly description: string;
    readonly visibility: 'multi-client' | 'public' | 'private';
    readonly customer_id?: number;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('resource')
    .values({
      ...columns,
      owner_id: viewer.id,
      author_id: viewer.id,
      creator_id: viewer.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a resource into the multi-client space. Returns its id. */
export async function insertTemplate(
  change: ResourceTransaction,
  { kind, name, description }: { kind: ResourceKind; name: string; description: string },
): Promise<number> {
  return await insertResource(change, { kind, name, description, visibility: 'multi-client' });
}

/** Inserts a resource into the space of a customer. Returns its id. Throws FORBIDDEN when its author could not change it. */
export async function insertPlaced(
  change: ResourceTransaction,
  {
    customer,
    ...columns
  }: {
    readonly kind: ResourceKind;
    readonly customer: number;
    readonly name: string;
    readonly description: string;
    readonly visibility: 'public' | 'private';
  },
): Promise<number> {
  const { viewer } = change;
  const share = { everyone: false, profiles: [], clients: [] };
  if (!accessTo({ ...columns, customer, owner: viewer.id, share }, viewer).write)
    throw new ProblemError('FORBIDDEN');
  return await insertResource(change, { ...columns, customer_id: customer });
}

/** Rejects a visibility under which the viewer could no longer change the resource. Throws FORBIDDEN. */
export function requireVisibility(
  stored: StoredResource,
  viewer: Viewer,
  visibility: 'public' | 'private',
): void {
  if (!accessTo({ ...stored, visibility }, viewer).write) throw new ProblemError('FORBIDDEN');
}

/** Updates columns, author and time, and increments the version. */
export async function updateResource(
  { tx, viewer, now }: ResourceTransaction,
  id: number,
  columns: {
    readonly name?: string;
    readonly description?: string;
    readonly visibility?: 'public' | 'private';
    readonly shared_with_all?: boolean;
    readonly owner_id?: number;
    readonly active?: boolean;
    readonly status_comment?: string;
    readonly status_at?: Date;
    readonly status_by_id?: number;
  } = {},
): Promise<void> {
  await tx
    .updateTable('resource')
    .set({ ...columns, author_id: viewer.id, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
