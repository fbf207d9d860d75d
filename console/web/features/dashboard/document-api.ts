import { emptyDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments, providerDocuments, type DocumentKind } from '#schemas/dashboard/routes.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { DocumentFile } from '#schemas/dashboard/document-file.ts';
import type { DocumentDraft, DocumentEntry, DocumentSummary } from '#schemas/dashboard/entry.ts';
import type { DocumentDifference } from '#schemas/dashboard/difference.ts';
import type { ResourceVersion } from '#schemas/resource/version.ts';
import type { Route } from '#schemas/route.ts';
import type { z } from 'zod';
import { call } from '#web/kernel/api/call.ts';

interface SavedDocument {
  readonly id: number;
  readonly version: number;
}

type WrittenDraft = z.input<typeof DocumentDraft>;
type StatedDraft = Omit<z.input<typeof customerDocuments.dashboard.update.body>, 'version'>;
type Imports = typeof customerDocuments.dashboard.import;
/** A file, and the document that it replaces if any. */
export type DocumentImport = z.input<Imports['body']>;
type DocumentImported = z.output<Imports['reply']>;

/** The calls on the dashboards, home pages or reports of a customer or of the multi-client space. */
export interface DocumentApi {
  readonly kind: ShownKind;
  /** What a new one starts with. */
  readonly empty: WrittenDraft['document'];
  /** Undefined for the multi-client space. */
  readonly customerId: number | undefined;
  /** Reading needs the permission of this call, and so do changes. */
  readonly reading: Pick<Route, 'needs' | 'method'>;
  readonly writing: Pick<Route, 'needs' | 'method'>;
  readonly list: (signal: AbortSignal) => Promise<readonly DocumentSummary[]>;
  readonly read: (id: number, signal?: AbortSignal) => Promise<DocumentEntry>;
  readonly create: (draft: WrittenDraft) => Promise<DocumentEntry>;
  readonly update: (saved: SavedDocument, draft: StatedDraft) => Promise<DocumentEntry>;
  readonly duplicate: (
    id: number,
    head: Pick<WrittenDraft, 'name' | 'folder' | 'visibility'>,
  ) => Promise<DocumentEntry>;
  /** Moves what the caller may change in a folder; `to`: what the folder becomes. */
  readonly moveFolder: (
    folder: string,
    to: string,
  ) => Promise<{ readonly moved: number; readonly retained: number }>;
  readonly remove: (saved: SavedDocument) => Promise<unknown>;
  readonly markOpened: (id: number) => Promise<unknown>;
  readonly markFavourite: (id: number, favourite: boolean) => Promise<unknown>;
  readonly listVersions: (id: number, signal: AbortSignal) => Promise<readonly ResourceVersion[]>;
  readonly compare: (id: number, number: number, signal: AbortSignal) => Promise<DocumentDifference>;
  readonly restore: (saved: SavedDocument, number: number) => Promise<DocumentEntry>;
  readonly exportFile: (id: number) => Promise<DocumentFile>;
  /** A dry run changes nothing. */
  readonly importFile: (file: DocumentImport, dryRun: boolean) => Promise<DocumentImported>;
}

/** A kind with its routes in both spaces. */
export interface KindRoutes {
  readonly kind: ShownKind;
  readonly customer: (typeof customerDocuments)[DocumentKind];
  readonly provider: (typeof providerDocuments)[DocumentKind];
  readonly empty: WrittenDraft['document'];
}

function ofCustomer({ kind, customer: routes, empty }: KindRoutes, customerId: number): DocumentApi {
  const params = { customerId };
  const of = (resourceId: number) => ({ ...params, resourceId });
  return {
    kind,
    empty,
    customerId,
    reading: routes.list,
    writing: routes.create,
    list: async (signal) => (await call(routes.list, { params, signal })).documents,
    read: (id, signal) => call(routes.read, { params: of(id), ...(signal && { signal }) }),
    create: (body) => call(routes.create, { params, body }),
    update: ({ id, version }, draft) => call(routes.update, { params: of(id), body: { ...draft, version } }),
    duplicate: (id, body) => call(routes.duplicate, { params: of(id), body }),
    moveFolder: (folder, to) => call(routes.moveFolder, { params, body: { folder, to } }),
    remove: ({ id, version }) => call(routes.delete, { params: of(id), query: { version } }),
    markOpened: (id) => call(routes.markOpened, { params: of(id), body: {} }),
    markFavourite: (id, favourite) => call(routes.markFavourite, { params: of(id), body: { favourite } }),
    listVersions: async (id, signal) =>
      (await call(routes.listVersions, { params: of(id), signal })).versions,
    compare: async (id, number, signal) =>
      (await call(routes.compare, { params: { ...of(id), number }, query: {}, signal })).difference,
    restore: ({ id, version }, number) =>
      call(routes.restore, { params: { ...of(id), number }, body: { version } }),
    exportFile: (id) => call(routes.export, { params: of(id) }),
    importFile: (body, dryRun) => call(routes.import, { params, query: { dryRun: String(dryRun) }, body }),
  };
}

function ofProvider({ kind, provider: routes, empty }: KindRoutes): DocumentApi {
  const of = (resourceId: number) => ({ resourceId });
  return {
    kind,
    empty,
    customerId: undefined,
    reading: routes.list,
    writing: routes.create,
    list: async (signal) => (await call(routes.list, { signal })).documents,
    read: (id, signal) => call(routes.read, { params: of(id), ...(signal && { signal }) }),
    create: (body) => call(routes.create, { body }),
    update: ({ id, version }, draft) => call(routes.update, { params: of(id), body: { ...draft, version } }),
    duplicate: (id, body) => call(routes.duplicate, { params: of(id), body }),
    moveFolder: (folder, to) => call(routes.moveFolder, { body: { folder, to } }),
    remove: ({ id, version }) => call(routes.delete, { params: of(id), query: { version } }),
    markOpened: (id) => call(routes.markOpened, { params: of(id), body: {} }),
    markFavourite: (id, favourite) => call(routes.markFavourite, { params: of(id), body: { favourite } }),
    listVersions: async (id, signal) =>
      (await call(routes.listVersions, { params: of(id), signal })).versions,
    compare: async (id, number, signal) =>
      (await call(routes.compare, { params: { ...of(id), number }, query: {}, signal })).difference,
    restore: ({ id, version }, number) =>
      call(routes.restore, { params: { ...of(id), number }, body: { version } }),
    exportFile: (id) => call(routes.export, { params: of(id) }),
    importFile: (body, dryRun) => call(routes.import, { query: { dryRun: String(dryRun) }, body }),
  };
}

/** The calls on documents of a kind, by its routes. */
export const apiOf = (routes: KindRoutes, customerId: number | undefined): DocumentApi =>
  customerId === undefined ? ofProvider(routes) : ofCustomer(routes, customerId);

export const documentApi = (kind: DocumentKind, customerId: number | undefined): DocumentApi =>
  apiOf(
    { kind, customer: customerDocuments[kind], provider: providerDocuments[kind], empty: emptyDocument },
    customerId,
  );
