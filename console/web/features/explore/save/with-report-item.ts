import { dashletTypes, type ContentOfDashlet } from '#schemas/dashboard/dashlets.ts';
import { emptyPage, type ReportDocument, type ReportPage } from '#schemas/report/document.ts';
import { ReportItem, type Frame } from '#schemas/report/item.ts';
import type { WrittenDashlet } from './dashlet-of.ts';

/** Pixels at the edges of a page, and between items. */
const MARGIN = 40;
const GAP = 16;
/** Of a cell of a dashboard. */
const CELL = 40;

/** As wide as the page, below its items; undefined: there is no room. */
function frameBelow({ items, width, height }: ReportPage, rows: number): Frame | undefined {
  const bottoms = items.map(({ frame }) => frame.y + frame.height + GAP);
  const y = Math.max(MARGIN, ...bottoms);
  const most = height - 2 * MARGIN;
  const itemHeight = Math.min(most, rows * CELL);
  return y + itemHeight > height - MARGIN
    ? undefined
    : { x: MARGIN, y, width: width - 2 * MARGIN, height: itemHeight };
}

/** An id that nothing of a report has. */
function freeId({ pages }: ReportDocument, prefix: string): string {
  const used = new Set(pages.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]));
  for (let number = 1; ; number += 1) {
    const id = `${prefix}-${String(number)}`;
    if (!used.has(id)) return id;
  }
}

/** A report with one more dashlet: below the items of its last page, or on a new one. */
export function withReportItem(
  document: ReportDocument,
  { type, settings: written }: WrittenDashlet,
  title: string,
): ReportDocument {
  const { settings, size } = dashletTypes[type];
  const content = { type, title, settings: settings.parse(written) } as ContentOfDashlet;
  const last = document.pages.at(-1);
  const added = emptyPage(freeId(document, 'explored-page'), document.format, last?.layout);
  const [, rows] = size;
  const below = last === undefined ? undefined : frameBelow(last, rows);
  const page = below === undefined || last === undefined ? added : last;
  const frame = below ?? frameBelow(added, rows);
  const item = ReportItem.parse({ id: freeId(document, 'explored'), kind: 'dashlet', frame, content });
  const shown = { ...page, items: [...page.items, item] };
  const others = page === last ? document.pages.slice(0, -1) : document.pages;
  return { ...document, pages: [...others, shown] };
}
