import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { accessTo, type ProtectedResource, type Viewer } from '#schemas/resource/access.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import { ResourceVisibility } from '#schemas/resource/resource.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

export interface ResourceRef {
  readonly kind: ResourceKind;
  readonly id: number;
}

interface DeletedRef extends ResourceRef {
  /** Whether the viewer could read it, unless `read` of the access to it says so. */
  readonly isReadable?: (resource: ProtectedResource) => boolean;
}

/** `2026-11-29 20:43 UTC` */
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Throws RESOURCE_DELETED for a resource that was deleted and that the viewer could read, by the rules of today. For others it is as one
 * that never existed.
 */
export async function rejectDeleted(
  db: Db | Transaction<Database>,
  viewer: Viewer,
  { kind, id, isReadable = (resource) => accessTo(resource, viewer).read }: DeletedRef,
): Promise<undefined> {
  const row = await db
    .selectFrom('deleted_resource')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const resource: ProtectedResource = {
    kind,
    visibility: ResourceVisibility.parse(row.visibility),
    owner: row.owner_id,
    customer: row.customer_id,
    share: { everyone: row.shared_with_all, profiles: row.profile_ids, clients: row.customer_ids },
  };
  if (!isReadable(resource)) return undefined;
  throw new ProblemError('RESOURCE_DELETED', {
    params: { author: row.deleted_by, name: row.name, at: minuteOf(row.deleted_at) },
  });
}
