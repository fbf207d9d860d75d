import type { Db } from '#platform/postgres/postgres.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import { emptyOf } from '#schemas/report/any-document.ts';
import { documentFields } from '#tests/fixtures/update-fields.ts';

/** Adds the content of a document, with a version, to its resource. */
export async function addDocument(
  db: Db,
  resource_id: number,
  name: string,
  kind: ShownKind = 'dashboard',
): Promise<void> {
  const document = emptyOf(kind);
  const content = { name, description: '', folder: '', document };
  await db.insertInto('dashboard_document').values({ resource_id, document }).execute();
  await db
    .insertInto('resource_version')
    .values({ resource_id, number: 1, author_id: null, at: new Date(0), restored: null, content })
    .execute();
}

/** Adds a document with its resource: of a customer, or, without one, of the multi-client space. */
export async function documentRows(
  db: Db,
  { kind, name, owner, customer }: { kind: ShownKind; name: string; owner: number; customer: number | null },
): Promise<number> {
  const place =
    customer === null
      ? { visibility: 'multi-client' as const }
      : { visibility: 'public' as const, customer_id: customer };
  const { id } = await db
    .insertInto('resource')
    .values({ kind, name, owner_id: owner, ...place })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addDocument(db, id, name, kind);
  return id;
}

/** Calls of the routes of a kind of document that name one. */
export function documentCalls(kind: ShownKind, id: number, customer: number) {
  const one = { ids: [id] };
  const version = { ids: [id, 1] };
  const draft = { name: `Taken ${kind}`, document: emptyOf(kind) };
  const sharing = `/mt/share-resource/${kind}/:resourceId`;
  return {
    [`GET /mt/${kind}/:resourceId`]: one,
    [`PUT /mt/${kind}/:resourceId/opened`]: { ...one, body: {} },
    [`PUT /mt/${kind}/:resourceId/favourite`]: { ...one, body: { favourite: true } },
    [`PUT /mt/${kind}/:resourceId`]: { ...one, body: { ...documentFields, ...draft, version: 1 } },
    [`POST /mt/${kind}/:resourceId/duplicate`]: { ...one, body: { name: draft.name } },
    [`DELETE /mt/${kind}/:resourceId`]: { ...one, query: '?version=1' },
    [`GET /mt/${kind}/:resourceId/versions`]: one,
    [`GET /mt/${kind}/:resourceId/versions/:number/difference`]: version,
    [`POST /mt/${kind}/:resourceId/versions/:number/restore`]: { ...version, body: { version: 1 } },
    [`POST /mt/${kind}/:resourceId/link`]: { ...one, body: { period: null } },
    [`GET /mt/${kind}/:resourceId/file`]: one,
    [`POST /mt/${kind}/file`]: {
      body: {
        file: { format: 'telltale-document', version: 1, kind, name: draft.name, document: emptyOf(kind) },
        replaces: { id, version: 1 },
      },
    },
    [`PUT ${sharing}`]: {
      ...one,
      body: { version: 1, everyone: false, profiles: [], clients: [customer] },
    },
    [`DELETE ${sharing}`]: { ...one, query: '?version=1' },
    [`PUT ${sharing}/owner`]: { ...one, body: { version: 1, owner: 1 } },
    [`PUT ${sharing}/status`]: { ...one, body: { version: 1, active: false } },
  };
}
