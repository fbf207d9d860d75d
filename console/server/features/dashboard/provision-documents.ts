import type { Kysely, Transaction } from 'kysely';
import { kpiFaults } from '#schemas/dashboard/document-requests.ts';
import { unknownKpis } from '#schemas/dashboard/file-document.ts';
import { dashletsIn, type AnyDocument, type AnyFile } from '#schemas/report/any-document.ts';
import { anyContentOf } from '#schemas/report/file-document.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { readAskable } from './document-transaction.ts';
import { findFileElements } from './file-elements.ts';
import {
  contentDigest,
  insertProductDocument,
  updateProductDocument,
  type ProductDocument,
} from './product-document.ts';

type Tx = Transaction<Database>;

/** A file of a folder that is provisioned. */
export interface ProvisionedFile {
  /** Path within the folder. */
  readonly file: string;
  /** Client id of the customer whose document it is; undefined: the multi-client space. */
  readonly clientId: string | undefined;
  /** Of its text. */
  readonly digest: string;
  readonly value: AnyFile;
}

/** What became of a file. */
export interface ProvisionOutcome {
  readonly file: string;
  readonly outcome:
    | 'created'
    | 'updated'
    | 'unchanged'
    /** A user has changed the document since: it stays until the file changes. */
    | 'drifted'
    /** The file has changed, and has replaced the changes of a user. */
    | 'drift replaced'
    /** The file is deleted: the document stays, as one of the users. */
    | 'released'
    | 'customer unknown'
    | 'name taken'
    | 'KPI incompatible';
  /** Elements and KPIs that are not known here. */
  readonly unknown: readonly string[];
}

const readProvisioned = (tx: Tx) =>
  tx
    .selectFrom('provisioned_document as provisioned')
    .innerJoin('resource', 'resource.id', 'provisioned.resource_id')
    .innerJoin('dashboard_document', 'dashboard_document.resource_id', 'resource.id')
    .select(['provisioned.file', 'provisioned.resource_id as id', 'file_digest', 'content_digest'])
    .select(contentDigest.as('present'))
    .execute();
type Provisioned = Awaited<ReturnType<typeof readProvisioned>>[number];

/** Remembers what was made of a file, to recognise changes of either side. */
async function remember(tx: Tx, id: number, { file, digest }: ProvisionedFile): Promise<void> {
  const { present } = await tx
    .selectFrom('resource')
    .innerJoin('dashboard_document', 'dashboard_document.resource_id', 'resource.id')
    .select(contentDigest.as('present'))
    .where('resource.id', '=', id)
    .executeTakeFirstOrThrow();
  const digests = { file_digest: digest, content_digest: present };
  await tx
    .insertInto('provisioned_document')
    .values({ resource_id: id, file, ...digests })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet(digests))
    .execute();
}

interface Site {
  /** Client ids by customer. */
  readonly clients: ReadonlyMap<number, string>;
  readonly kpiOf: Awaited<ReturnType<typeof readAskable>>;
}

/** The customer of a file: null in the multi-client space, undefined when there is none. */
function customerOf({ clientId }: ProvisionedFile, { clients }: Site): number | null | undefined {
  if (clientId === undefined) return null;
  return [...clients].find(([, client]) => client.toLowerCase() === clientId.toLowerCase())?.[0];
}

const isCompatible = (document: AnyDocument, { kpiOf }: Site): boolean =>
  dashletsIn(document).every(({ dashlet }) => kpiFaults(dashlet, kpiOf).length === 0);

type Applied = Pick<ProvisionOutcome, 'outcome'> & Partial<ProvisionOutcome>;

/** Writes a file that has changed. */
async function write(
  tx: Tx,
  file: ProvisionedFile,
  { before, ...site }: Site & { readonly before: Provisioned | undefined },
): Promise<Applied> {
  const customer = customerOf(file, site);
  if (customer === undefined) return { outcome: 'customer unknown' };
  const clients = customer === null ? site.clients : new Map([[customer, file.clientId ?? '']]);
  const known = await findFileElements(tx, file.value, { customer, clients, isSeen: () => true });
  const { content, leftOut } = anyContentOf(file.value, site.kpiOf, known);
  if (!isCompatible(content.document, site)) return { outcome: 'KPI incompatible' };
  const unknown = [
    ...leftOut.map(({ element }) => element),
    ...unknownKpis({ dashlets: dashletsIn(content.document).map(({ dashlet }) => dashlet) }, site.kpiOf),
  ];
  const document = { kind: file.value.kind, customer, content };
  const id = await writeProduct(tx, before?.id, document);
  if (id === undefined) return { outcome: 'name taken' };
  await remember(tx, id, file);
  if (before === undefined) return { outcome: 'created', unknown };
  return { outcome: hasDrifted(before) ? 'drift replaced' : 'updated', unknown };
}

/** Returns the id of the document; undefined: its name is taken. */
async function writeProduct(
  tx: Tx,
  present: number | undefined,
  document: ProductDocument,
): Promise<number | undefined> {
  if (present === undefined) return await insertProductDocument(tx, document);
  return (await updateProductDocument(tx, present, document)) ? present : undefined;
}

const hasDrifted = ({ content_digest: made, present }: Provisioned): boolean => made !== present;

async function apply(
  tx: Tx,
  file: ProvisionedFile,
  site: Site & { readonly before: Provisioned | undefined },
): Promise<ProvisionOutcome> {
  const { before } = site;
  const isSame = before?.file_digest === file.digest;
  const applied: Applied = isSame
    ? { outcome: hasDrifted(before) ? 'drifted' : 'unchanged' }
    : await write(tx, file, site);
  return { unknown: [], ...applied, file: file.file };
}

/**
 * Creates and updates documents from files. A document that a user has changed keeps the changes until its file changes; then the
 * changes remain as a version. A document whose file is deleted stays.
 */
export async function provisionDocuments(
  db: Kysely<Database>,
  files: readonly ProvisionedFile[],
): Promise<readonly ProvisionOutcome[]> {
  return await db.transaction().execute(async (tx) => {
    const customers = await tx.selectFrom('customer').select(['id', 'client_id']).execute();
    const clients = new Map(customers.map(({ id, client_id: clientId }) => [id, clientId]));
    const site = { clients, kpiOf: await readAskable(tx) };
    const provisioned = new Map((await readProvisioned(tx)).map((each) => [each.file, each]));
    const outcomes: ProvisionOutcome[] = [];
    for (const file of files)
      outcomes.push(await apply(tx, file, { ...site, before: provisioned.get(file.file) }));
    const named = new Set(files.map(({ file }) => file));
    for (const { file, id } of provisioned.values()) {
      if (named.has(file)) continue;
      await tx.deleteFrom('provisioned_document').where('resource_id', '=', id).execute();
      outcomes.push({ file, outcome: 'released', unknown: [] });
    }
    return outcomes;
  });
}
