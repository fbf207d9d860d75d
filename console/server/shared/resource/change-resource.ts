import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { accessTo } from '#schemas/resource/access.ts';
import type { ResourceAccess, Viewer } from '#schemas/resource/access.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readStored } from './stored-resource.ts';
import type { StoredResource } from './stored-resource.ts';

/** A transaction of somebody at some time. */
export interface ResourceChange {
  readonly tx: Transaction<Database>;
  readonly viewer: Viewer;
  readonly now: Date;
}

export interface ResourcePlace {
  readonly kind: ResourceKind;
  readonly id: number;
}

/** What is not to be seen does not exist. */
export function requireAccess(
  stored: StoredResource | undefined,
  viewer: Viewer,
  act: keyof ResourceAccess,
): StoredResource {
  if (stored === undefined) throw new ProblemError('NOT_FOUND');
  const access = accessTo(stored, viewer);
  if (!access.read) throw new ProblemError('NOT_FOUND');
  if (!access[act]) throw new ProblemError('FORBIDDEN');
  return stored;
}

/**
 * The resource, kept as it is for others until the transaction ends. Throws NOT_FOUND, FORBIDDEN. Not FOR UPDATE: what refers to it may
 * be inserted meanwhile, as the database does for clusters when a customer changes its profile (`0056-cluster-template.ts`).
 */
export async function lockResource(
  { tx, viewer }: Pick<ResourceChange, 'tx' | 'viewer'>,
  { kind, id }: ResourcePlace,
  act: keyof ResourceAccess = 'write',
): Promise<StoredResource> {
  await tx.selectFrom('resource').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [stored] = await readStored(tx, kind, [id]);
  return requireAccess(stored, viewer, act);
}

/** A resource shared with nobody yet, its maker its owner. Answers its id. */
async function insertResource(
  { tx, viewer, now }: ResourceChange,
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
    .values({ ...columns, owner_id: viewer.id, author_id: viewer.id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a resource to the multi-client space. Answers its id. */
export async function addTemplate(
  change: ResourceChange,
  { kind, name, description }: { kind: ResourceKind; name: string; description: string },
): Promise<number> {
  return await insertResource(change, { kind, name, description, visibility: 'multi-client' });
}

/** Adds a resource to the space of a customer. Answers its id. Throws FORBIDDEN for one that its maker could not change. */
export async function addPlaced(
  change: ResourceChange,
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

/** Nobody hides from himself, or opens, what he could not change afterwards. Throws FORBIDDEN. */
export function requireVisibility(
  stored: StoredResource,
  viewer: Viewer,
  visibility: 'public' | 'private',
): void {
  if (!accessTo({ ...stored, visibility }, viewer).write) throw new ProblemError('FORBIDDEN');
}

/** Sets columns, and who changed it when; the version goes on by one. */
export async function updateResource(
  { tx, viewer, now }: ResourceChange,
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
