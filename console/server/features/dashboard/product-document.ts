import { sql, type Transaction } from 'kysely';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { AnyContent } from '#schemas/report/any-document.ts';
import { MAX_RESOURCE_VERSIONS } from '#schemas/resource/version.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Tx = Transaction<Database>;

/** Where what users write of a document is stored. The fingerprints of provisioned documents follow this order. */
const columns = {
  name: 'resource.name',
  description: 'resource.description',
  folder: 'dashboard_document.folder',
  document: 'dashboard_document.document',
} as const satisfies Record<keyof AnyContent, string>;

/** What a version keeps of a stored document. */
export const storedContent = sql<AnyContent>`jsonb_build_object(${sql.join(
  Object.entries(columns).flatMap(([field, column]) => [sql.lit(field), sql.ref(column)]),
)})`;

/** Fingerprint of what users write of a document: changes to its sharing, owner or status do not change it. */
export const contentDigest = sql<string>`encode(sha256(convert_to(
  jsonb_build_array(${sql.join(Object.values(columns).map((column) => sql.ref(column)))})::text, 'UTF8')), 'hex')`;

/** Keeps the content as the newest version, of the product. */
async function keepVersion(tx: Tx, resource_id: number, content: AnyContent): Promise<void> {
  const { newest } = await tx
    .selectFrom('resource_version')
    .select(sql<number>`coalesce(max(number), 0)`.as('newest'))
    .where('resource_id', '=', resource_id)
    .executeTakeFirstOrThrow();
  const number = newest + 1;
  await tx
    .insertInto('resource_version')
    .values({ resource_id, number, author_id: null, at: sql<Date>`now()`, restored: null, content })
    .execute();
  await tx
    .deleteFrom('resource_version')
    .where('resource_id', '=', resource_id)
    .where('number', '<=', number - MAX_RESOURCE_VERSIONS)
    .execute();
}

/** A document of the product, or of a file. */
export interface ProductDocument {
  readonly kind: ShownKind;
  /** Null: in the multi-client space, shared with every customer. */
  readonly customer: number | null;
  readonly content: AnyContent;
}

/** Creates a document without an owner, which all users see. Returns its id; undefined: its name is taken. */
export async function insertProductDocument(
  tx: Tx,
  { kind, customer, content }: ProductDocument,
): Promise<number | undefined> {
  const { name, description, folder, document } = content;
  const place =
    customer === null
      ? ({ visibility: 'multi-client', shared_with_all: true } as const)
      : ({ visibility: 'public', customer_id: customer } as const);
  const resource = await tx
    .insertInto('resource')
    .values({ kind, name, description, ...place })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (resource === undefined) return undefined;
  await tx.insertInto('dashboard_document').values({ resource_id: resource.id, folder, document }).execute();
  await keepVersion(tx, resource.id, content);
  return resource.id;
}

/** Replaces the content of a document. Returns false when another one has its name. */
export async function updateProductDocument(
  tx: Tx,
  id: number,
  { kind, customer, content }: ProductDocument,
): Promise<boolean> {
  const { name, description, folder, document } = content;
  const taken = await tx
    .selectFrom('resource')
    .select('id')
    .where('kind', '=', kind)
    .where(sql<boolean>`customer_id IS NOT DISTINCT FROM ${customer}::integer`)
    .where(sql<boolean>`lower(name) = lower(${name}) AND visibility <> 'private'`)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (taken !== undefined) return false;
  await tx
    .updateTable('resource')
    .set({
      name,
      description,
      author_id: null,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('dashboard_document')
    .set({ folder, document })
    .where('resource_id', '=', id)
    .execute();
  await keepVersion(tx, id, content);
  return true;
}
