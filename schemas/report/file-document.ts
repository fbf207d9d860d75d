import type { AskableKpi } from '../data/compatibility.ts';
import type { DocumentFile, UnknownElement } from '../dashboard/document-file.ts';
import {
  dashletWith,
  documentFileOf,
  documentFilterWith,
  documentWith,
  identifiedIn,
  inventoryIdsIn,
  contentOfFile,
  positionedIn,
  withoutManager,
  type ElementNames,
  type WithIds,
} from '../dashboard/file-document.ts';
import type { DocumentContent } from '../dashboard/entry.ts';
import type { ShownKind } from '../dashboard/kind/shown-kind.ts';
import { isReport, type AnyDocument, type AnyFile, type AnyContent } from './any-document.ts';
import type { ReportDocument } from './document.ts';
import type { ReportFile } from './file.ts';
import type { ItemOf, ReportItem } from './item.ts';
import { dashletOf } from './views.ts';

type KpiOf = (key: string) => AskableKpi | undefined;

const contentOf = ({ title, type, settings }: ReturnType<typeof dashletOf>) =>
  ({ title, type, settings }) as ItemOf<'dashlet'>['content'];

/** The report with other ids of elements. */
const reportWith: WithIds<ReportDocument> = (document, mapping) => ({
  ...document,
  variables: document.variables.map((variable, index) => ({
    ...variable,
    choice: documentFilterWith(variable.choice, `variables.${String(index)}.choice`, mapping.map),
  })),
  pages: document.pages.map((page, number) => ({
    ...page,
    items: page.items.map((item, index) =>
      item.kind === 'dashlet'
        ? {
            ...item,
            content: contentOf(
              dashletWith(dashletOf(item), `pages.${String(number)}.items.${String(index)}.content`, mapping),
            ),
          }
        : item,
    ),
  })),
});

/** Images and SD-WAN managers are not those of another installation. */
function portable(item: ReportItem): ReportItem {
  if (item.kind === 'image') return { ...item, image: null };
  return item.kind === 'dashlet' ? { ...item, content: contentOf(withoutManager(dashletOf(item))) } : item;
}

const portableReport = (document: ReportDocument): ReportDocument => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, items: page.items.map(portable) })),
});

/** Ids of the inventory that a document names. */
export const inventoryIdsOf = (document: AnyDocument, kpiOf: KpiOf): readonly number[] =>
  isReport(document)
    ? inventoryIdsIn(document, kpiOf, reportWith)
    : inventoryIdsIn(document, kpiOf, documentWith);

/** A document as a file. */
export function anyFileOf(kind: ShownKind, { document, ...head }: AnyContent, names: ElementNames): AnyFile {
  if (kind !== 'report' || !isReport(document))
    return documentFileOf(kind as DocumentFile['kind'], { ...head, document } as DocumentContent, names);
  const { document: mapped, elements } = positionedIn(document, names, reportWith);
  return {
    format: 'telltale-document',
    version: 1,
    kind,
    ...head,
    elements,
    document: portableReport(mapped),
  };
}

const isReportFile = (file: AnyFile): file is ReportFile => file.kind === 'report';

/** What a file makes of a document, and the elements that are not known. */
export function anyContentOf(
  file: AnyFile,
  kpiOf: KpiOf,
  known: ReadonlyMap<string, number>,
): { readonly content: AnyContent; readonly leftOut: readonly UnknownElement[] } {
  if (!isReportFile(file)) return contentOfFile(file, kpiOf, known);
  const { name, description, folder, document, elements } = file;
  const found = identifiedIn({ document, elements }, { kpiOf, known }, reportWith);
  const content = { name, description, folder, document: portableReport(found.document) };
  return { content, leftOut: found.leftOut };
}
