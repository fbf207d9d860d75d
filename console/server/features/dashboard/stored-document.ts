import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { unavailableOf, type ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import {
  readAnyDocument,
  type AnyDocument,
  type AnyEntry,
  type AnyContent,
  type AnySummary,
} from '#schemas/report/any-document.ts';
import { accessTo, canSeeShared, type ProtectedResource, type Viewer } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectDeleted } from '../../shared/resource/deleted-resource.ts';
import {
  placedFor,
  readStoredResources,
  type StoredResource,
} from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';

import { contentDigest } from './product-document.ts';

export type DocumentReader = Db | Tx;

/** Where documents are read: those of a customer with those shared with it, or, with null, those of the multi-client space. */
export interface DocumentSpace {
  readonly kind: ShownKind;
  readonly customer: number | null;
}

/** A document as this version reads it. Throws DASHBOARD_UNAVAILABLE, REPORT_UNAVAILABLE for one that is corrupt or of a newer version. */
export function readableDocument(kind: ShownKind, stored: unknown): AnyDocument {
  const read = readAnyDocument(kind, stored);
  if (read.ok) return read.data;
  const reasons = read.faults.map(({ path, code }) => `${path}: ${code}`);
  throw new ProblemError(unavailableOf(kind), { cause: new Error(reasons.slice(0, 5).join(', ')) });
}

/** As `readableDocument`, for a stored version. */
export function readableVersion(kind: ShownKind, stored: unknown): AnyContent {
  const { document, ...head } = stored as AnyContent;
  return { ...head, document: readableDocument(kind, document) };
}

/** Returns whether the viewer may read a resource in a space. */
async function readerIn(
  db: DocumentReader,
  { customer }: DocumentSpace,
  viewer: Viewer,
): Promise<(resource: ProtectedResource) => boolean> {
  if (customer === null) return (stored) => stored.customer === null && accessTo(stored, viewer).read;
  const { profile_id: profile } = await db
    .selectFrom('customer')
    .select('profile_id')
    .where('id', '=', customer)
    .executeTakeFirstOrThrow();
  return (stored) =>
    stored.customer === null
      ? canSeeShared(stored, { id: customer, profile }, viewer)
      : stored.customer === customer && accessTo(stored, viewer).read;
}

const readHeads = (db: DocumentReader, ids: readonly number[]) =>
  db
    .selectFrom('dashboard_document')
    .innerJoin('resource', 'resource.id', 'dashboard_document.resource_id')
    .leftJoin('provisioned_document as provisioned', 'provisioned.resource_id', 'resource.id')
    .select(['dashboard_document.resource_id', 'folder', 'provisioned.file'])
    .select(
      sql<number>`coalesce(jsonb_array_length(document -> 'dashlets'),
        jsonb_array_length(jsonb_path_query_array(document, '$.pages[*].items[*] ? (@.kind == "dashlet")')))`.as(
        'dashlets',
      ),
    )
    .select(sql<number | null>`jsonb_array_length(document -> 'pages')`.as('pages'))
    .select(sql<string | null>`document #>> ARRAY['translations', 'fr', resource.description]`.as('french'))
    // Only a document from a file is read in full.
    .select(
      sql<boolean>`CASE WHEN provisioned.file IS NULL THEN false ELSE content_digest <> ${contentDigest} END`.as(
        'drifted',
      ),
    )
    .where('dashboard_document.resource_id', 'in', [0, ...ids])
    .execute();

type Head = Awaited<ReturnType<typeof readHeads>>[number];

const provisionOf = (head: Head | undefined) =>
  head === undefined || head.file === null ? {} : { provisioned: true, drifted: head.drifted };

/** Only reports have pages. */
const pagesOf = (head: Head | undefined) =>
  head === undefined || head.pages === null ? {} : { pages: head.pages };

const frenchOf = (head: Head | undefined) =>
  head === undefined || head.french === null ? {} : { descriptionFr: head.french };

const readMarks = (db: DocumentReader, account: number, ids: readonly number[]) =>
  db
    .selectFrom('resource_mark')
    .select(['resource_id', 'favourite', 'opened_at'])
    .where('account_id', '=', account)
    .where('resource_id', 'in', [0, ...ids])
    .execute();

/** The documents that the caller may see in a space, by name, with the caller's own marks. */
export async function readSummaries(
  db: DocumentReader,
  space: DocumentSpace,
  caller: Caller,
): Promise<AnySummary[]> {
  const viewer = await viewerOf(db, caller);
  const isReadable = await readerIn(db, space, viewer);
  const stored = (await readStoredResources(db, space.kind)).filter(isReadable);
  return await summariesOf(db, stored, viewer);
}

async function summariesOf(
  db: DocumentReader,
  stored: readonly StoredResource[],
  viewer: Viewer,
): Promise<AnySummary[]> {
  const ids = stored.map(({ id }) => id);
  const [heads, marks] = [await readHeads(db, ids), await readMarks(db, viewer.id, ids)];
  const headOf = new Map(heads.map((head) => [head.resource_id, head]));
  const markOf = new Map(marks.map((mark) => [mark.resource_id, mark]));
  return stored.map((one) => ({
    id: one.id,
    ...placedFor(viewer, one),
    folder: headOf.get(one.id)?.folder ?? '',
    ...frenchOf(headOf.get(one.id)),
    dashlets: headOf.get(one.id)?.dashlets ?? 0,
    ...pagesOf(headOf.get(one.id)),
    ...provisionOf(headOf.get(one.id)),
    favourite: markOf.get(one.id)?.favourite ?? false,
    openedAt: markOf.get(one.id)?.opened_at?.getTime() ?? null,
  }));
}

/** Throws NOT_FOUND for a document that the caller does not see in the space, RESOURCE_DELETED for one that they could see. */
export async function requireSeen(
  db: DocumentReader,
  space: DocumentSpace,
  { id, caller }: { readonly id: number; readonly caller: Caller },
): Promise<StoredResource> {
  const viewer = await viewerOf(db, caller);
  const isReadable = await readerIn(db, space, viewer);
  const [stored] = await readStoredResources(db, space.kind, [id]);
  if (stored === undefined) await rejectDeleted(db, viewer, { kind: space.kind, id, isReadable });
  if (stored === undefined || !isReadable(stored)) throw new ProblemError('NOT_FOUND');
  return stored;
}

/** The first of some customers, by name, in whose space the caller reads a document that the provider shares. */
export async function customerReading(
  db: DocumentReader,
  { kind, id, caller }: { readonly kind: ShownKind; readonly id: number; readonly caller: Caller },
  among: readonly number[] = [...caller.customers.keys()],
): Promise<number | undefined> {
  const viewer = await viewerOf(db, caller);
  const [stored] = await readStoredResources(db, kind, [id]);
  if (stored === undefined) return undefined;
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'profile_id as profile'])
    .where('id', 'in', [0, ...among])
    .orderBy('name', asNames)
    .execute();
  return customers.find((customer) => canSeeShared(stored, customer, viewer))?.id;
}

/** The content of a document. Throws NOT_FOUND, DASHBOARD_UNAVAILABLE, REPORT_UNAVAILABLE. */
export async function readContent(
  db: DocumentReader,
  kind: ShownKind,
  { id, name, row }: Pick<StoredResource, 'id' | 'name' | 'row'>,
): Promise<AnyContent> {
  const stored = await db
    .selectFrom('dashboard_document')
    .select(['folder', 'document'])
    .where('resource_id', '=', id)
    .executeTakeFirst();
  if (stored === undefined) throw new ProblemError('NOT_FOUND');
  const { folder, document } = stored;
  return { name, description: row.description, folder, document: readableDocument(kind, document) };
}

/** Throws NOT_FOUND, DASHBOARD_UNAVAILABLE, REPORT_UNAVAILABLE. */
export async function readEntry(
  db: DocumentReader,
  space: DocumentSpace,
  one: { readonly id: number; readonly caller: Caller },
): Promise<AnyEntry> {
  const stored = await requireSeen(db, space, one);
  const [summary] = await summariesOf(db, [stored], await viewerOf(db, one.caller));
  if (summary === undefined) throw new ProblemError('NOT_FOUND');
  const { document } = await readContent(db, space.kind, stored);
  // The content is of the kind of the resource.
  return { ...summary, document } as AnyEntry;
}
