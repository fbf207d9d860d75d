import type { DocumentFile } from '#schemas/dashboard/document-file.ts';
import { fileElementKey } from '#schemas/dashboard/file-document.ts';
import { findElementPaths, type ElementPath } from '../../shared/element/element-paths.ts';
import type { DocumentReader } from './stored-document.ts';

interface FileElementScope {
  /** In whose space the file is imported; null: the multi-client space. */
  readonly customer: number | null;
  /** Client ids of the customers whose elements it may name. */
  readonly clients: ReadonlyMap<number, string>;
  readonly isSeen: (element: ElementPath) => boolean;
}

/** Ids of the elements that a file names, by `fileElementKey`. */
export async function findFileElements(
  db: DocumentReader,
  { elements }: Pick<DocumentFile, 'elements'>,
  { customer: own, clients, isSeen }: FileElementScope,
): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(elements.flatMap(({ path: [name] }) => name ?? []))];
  if (names.length === 0) return new Map();
  const seen = (await findElementPaths(db, [...clients.keys()], names)).filter(isSeen);
  return new Map(
    seen.flatMap(({ id, customer, kind, path }) => {
      const named = [fileElementKey({ customer: clients.get(customer) ?? '', kind, path }), id] as const;
      return customer === own ? [named, [fileElementKey({ kind, path }), id] as const] : [named];
    }),
  );
}
