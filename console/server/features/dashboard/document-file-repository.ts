import type { UnknownElement } from '#schemas/dashboard/document-file.ts';
import { unknownKpis } from '#schemas/dashboard/file-document.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import {
  anyDifference,
  dashletsIn,
  emptyOf,
  type AnyDifference,
  type AnyDocument,
  type AnyFile,
  type AnyContent,
} from '#schemas/report/any-document.ts';
import type { PlacedVisibility } from '#schemas/resource/resource.ts';
import { anyFileOf, anyContentOf, inventoryIdsOf } from '#schemas/report/file-document.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import { readElementPaths, type ElementPath } from '../../shared/element/element-paths.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import { transactResource } from '../../shared/resource/transact-resource.ts';
import {
  createDocument,
  lockDocument,
  readAskable,
  rejectDashlets,
  updateDocument,
  type DocumentActor,
  type DocumentStores,
  type DocumentTransaction,
} from './document-transaction.ts';
import { findFileElements } from './file-elements.ts';
import { readContent, requireSeen, type DocumentSpace } from './stored-document.ts';

const importing = { duplicate: 'NAME_TAKEN', duplicateField: 'file.name' } as const;
const nothingOf = (kind: ShownKind): AnyContent => ({
  name: '',
  description: '',
  folder: '',
  document: emptyOf(kind),
});

const kpisIn = (document: AnyDocument) => ({
  dashlets: dashletsIn(document).map(({ dashlet }) => dashlet),
});
const fromFile = { fromFile: true } as const;

export interface DocumentFileOrder {
  readonly file: AnyFile;
  /** Of a new document; undefined: `firstVisibility`. */
  readonly visibility?: PlacedVisibility | undefined;
  readonly replaces?: { readonly id: number; readonly version: number } | undefined;
  readonly dryRun: boolean;
}

export interface ImportedDocument {
  /** Undefined: a dry run. */
  readonly id: number | undefined;
  readonly difference: AnyDifference;
  readonly unknownKpis: string[];
  readonly leftOut: UnknownElement[];
}

/** Customers whose elements a document of a space may name. */
const customersIn = ({ customer }: DocumentSpace, caller: Caller): readonly number[] =>
  customer === null ? [...caller.customers.keys()] : [customer];

const isSeen = (caller: Caller, customers: readonly number[]) => {
  const within = new Set(customers);
  return (element: ElementPath): boolean =>
    within.has(element.customer) && caller.customers.has(element.customer) && seesSite(caller, element);
};

/** Dashboards, home pages and reports as files. */
export class DocumentFileRepository {
  readonly #needs: DocumentStores;

  constructor(needs: DocumentStores) {
    this.#needs = needs;
  }

  async export(space: DocumentSpace, id: number, caller: Caller): Promise<AnyFile> {
    const { db } = this.#needs;
    const content = await readContent(db, space.kind, await requireSeen(db, space, { id, caller }));
    const kpiOf = await readAskable(db);
    const ids = inventoryIdsOf(content.document, kpiOf);
    const seen = (await readElementPaths(db, ids)).filter(isSeen(caller, customersIn(space, caller)));
    const names = new Map(
      seen.map(({ id: element, customer, path }) => {
        const clientId = space.customer === null ? caller.customers.get(customer)?.clientId : undefined;
        return [element, { path, ...(clientId !== undefined && { customer: clientId }) }] as const;
      }),
    );
    return anyFileOf(space.kind, content, { kpiOf, names });
  }

  import(order: DocumentFileOrder, actor: DocumentActor): Promise<ImportedDocument> {
    return transactResource(this.#needs, actor, importing, async (change) => {
      const { tx } = change;
      const stored = await this.#replaced(change, order);
      const before = stored === undefined ? nothingOf(actor.kind) : await readContent(tx, actor.kind, stored);
      const kpiOf = await readAskable(tx);
      const { customer, caller } = actor;
      const customers = customersIn(actor, caller);
      const clients = new Map(
        [...caller.customers.values()].flatMap(({ id, clientId }) =>
          customers.includes(id) ? [[id, clientId]] : [],
        ),
      );
      const known = await findFileElements(tx, order.file, {
        customer,
        clients,
        isSeen: isSeen(caller, customers),
      });
      const { content, leftOut } = anyContentOf(order.file, kpiOf, known);
      const saved = { document: content.document, before: before.document, where: 'file.document' };
      await rejectDashlets(change, this.#needs.matching, saved);
      const outcome = {
        difference: anyDifference(before, content),
        unknownKpis: unknownKpis(kpisIn(content.document), kpiOf),
        leftOut: [...leftOut],
      };
      if (order.dryRun) return { id: undefined, ...outcome };
      if (stored === undefined) {
        const draft = { ...content, visibility: order.visibility };
        return { id: await createDocument(change, draft, fromFile), ...outcome };
      }
      await updateDocument(change, stored, { content, note: fromFile });
      return { id: stored.id, ...outcome };
    });
  }

  /** The document that the file replaces, locked. */
  async #replaced(
    change: DocumentTransaction,
    { replaces }: DocumentFileOrder,
  ): Promise<StoredResource | undefined> {
    if (replaces === undefined) return undefined;
    const stored = await lockDocument(change, replaces.id);
    rejectStale(stored.version, replaces.version);
    return stored;
  }
}
