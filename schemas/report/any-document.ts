import { documentDifference, isSameContent, type DocumentDifference } from '../dashboard/difference.ts';
import { emptyDocument, type DashboardDocument } from '../dashboard/document.ts';
import type { DocumentFile } from '../dashboard/document-file.ts';
import type { Dashlet } from '../dashboard/dashlets.ts';
import type { DocumentDraft, DocumentEntry, DocumentSummary, DocumentContent } from '../dashboard/entry.ts';
import { readDashboardDocument } from '../dashboard/migrations.ts';
import type { ShownKind } from '../dashboard/kind/shown-kind.ts';
import type { PlacedVisibility } from '../resource/resource.ts';
import { isSameReport, reportDifference, type ReportDifference } from './difference.ts';
import { emptyReport, type ReportDocument } from './document.ts';
import type { ReportContent, ReportEntry, ReportSummary } from './entry.ts';
import type { ReportFile } from './file.ts';
import { readReportDocument } from './migrations.ts';
import { dashletOf, pageViews } from './views.ts';

/** What dashboards, home pages and reports have in common: the repositories of documents know no more of their content. */
export type AnyDocument = DashboardDocument | ReportDocument;
export type AnyContent = Omit<DocumentContent, 'document'> & { readonly document: AnyDocument };
export type AnyDraft = Omit<DocumentDraft, 'document'> & { readonly document: AnyDocument };
/** What replaces one of a version. */
export type AnyUpdate = AnyDraft & { readonly visibility: PlacedVisibility; readonly version: number };
export type AnySummary = DocumentSummary | ReportSummary;
export type AnyEntry = DocumentEntry | ReportEntry;
export type AnyDifference = DocumentDifference | ReportDifference;
export type AnyFile = DocumentFile | ReportFile;

export const isReport = (document: AnyDocument): document is ReportDocument => 'pages' in document;

/** Parses a stored document of a kind. Every fault has the path of its place. */
export const readAnyDocument = (
  kind: ShownKind,
  stored: unknown,
): ReturnType<typeof readDashboardDocument> | ReturnType<typeof readReportDocument> =>
  kind === 'report' ? readReportDocument(stored) : readDashboardDocument(stored);

export const emptyOf = (kind: ShownKind): AnyDocument => (kind === 'report' ? emptyReport : emptyDocument);

/** A dashlet of a document, and the path of its place there. */
interface PlacedDashlet {
  readonly dashlet: Dashlet;
  /** `dashlets.3`, `pages.0.items.2.content`. */
  readonly at: string;
}

export function dashletsIn(document: AnyDocument): readonly PlacedDashlet[] {
  if (!isReport(document))
    return document.dashlets.map((dashlet, index) => ({ dashlet, at: `dashlets.${String(index)}` }));
  return document.pages.flatMap(({ items }, page) =>
    items.flatMap((item, index) =>
      item.kind === 'dashlet'
        ? [{ dashlet: dashletOf(item), at: `pages.${String(page)}.items.${String(index)}.content` }]
        : [],
    ),
  );
}

/** The document as documents of dashlets: itself, or one for each dashlet of a report. */
export const viewsIn = (document: AnyDocument): readonly DashboardDocument[] =>
  isReport(document) ? pageViews(document) : [document];

/** Both are of the same kind. */
export const anyDifference = (from: AnyContent, to: AnyContent): AnyDifference =>
  isReport(from.document)
    ? reportDifference(from as ReportContent, to as ReportContent)
    : documentDifference(from as DocumentContent, to as DocumentContent);

export const isSameAny = (one: AnyContent, other: AnyContent): boolean =>
  isReport(one.document)
    ? isSameReport(one as ReportContent, other as ReportContent)
    : isSameContent(one as DocumentContent, other as DocumentContent);

/** Filters of a document, or variables of a report. */
export const choicesIn = (document: AnyDocument) =>
  isReport(document) ? document.variables.map(({ choice }) => choice) : document.filters;
