import type { WarningCode } from '../problem/warning.ts';
import type { ReportDocument, ReportPage } from './document.ts';
import type { Frame } from './item.ts';
import { otherLayout, pageSize, type PageLayout, type ReportFormat } from './page-size.ts';

/** Whether a frame is outside of a page, even in part. */
export const isOutside = (
  { x, y, width, height }: Frame,
  page: Pick<ReportPage, 'width' | 'height'>,
): boolean => x < 0 || y < 0 || x + width > page.width || y + height > page.height;

/** Items that lie outside their page. */
export const itemsOutside = ({ pages }: Pick<ReportDocument, 'pages'>): readonly string[] =>
  pages.flatMap((page) => page.items.filter(({ frame }) => isOutside(frame, page)).map(({ id }) => id));

/** Ids of the variables that dashlets, page multipliers, page filters or the breakdown use. */
export function usedVariables({
  pages,
  breakdown,
  filters,
}: Pick<ReportDocument, 'pages' | 'breakdown' | 'filters'>): ReadonlySet<string> {
  return new Set([
    ...filters,
    ...(breakdown === undefined ? [] : [breakdown]),
    ...pages.flatMap((page) => [
      ...page.filters,
      ...(page.multiplier === undefined ? [] : [page.multiplier]),
      ...page.items.flatMap((item) => (item.kind === 'dashlet' ? item.variables : [])),
    ]),
  ]);
}

/** Names of the variables that nothing uses. */
export function unusedVariables(document: ReportDocument): readonly string[] {
  const used = usedVariables(document);
  return document.variables.filter(({ choice }) => !used.has(choice.id)).map(({ name }) => name);
}

/** What a user confirms before a report is saved. */
export function confirmationsOf(document: ReportDocument): readonly WarningCode[] {
  return [
    ...(itemsOutside(document).length > 0 ? (['REPORT_ITEMS_OUTSIDE_PAGE'] as const) : []),
    ...(unusedVariables(document).length > 0 ? (['REPORT_VARIABLES_UNUSED'] as const) : []),
  ];
}

const inLayout = (page: ReportPage, format: ReportFormat, layout: PageLayout): ReportPage => ({
  ...page,
  layout,
  ...pageSize(format, layout),
});

/** The document with the orientation of all its pages toggled, or set. Items stay where they are. */
export function withLayout(
  document: ReportDocument,
  layout: PageLayout = otherLayout(document.pages[0]?.layout ?? 'portrait'),
): ReportDocument {
  const { format, pages } = document;
  return { ...document, pages: pages.map((page) => inLayout(page, format, layout)) };
}

/** The document in another format of paper. */
export const withFormat = (document: ReportDocument, format: ReportFormat): ReportDocument => ({
  ...document,
  format,
  pages: document.pages.map((page) => inLayout(page, format, page.layout)),
});
