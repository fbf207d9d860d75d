import type { LogoOwner } from '#schemas/brand/brand.ts';
import { dashletTypes, type DashletType } from '#schemas/dashboard/dashlets.ts';
import type { ReportPage } from '#schemas/report/document.ts';
import { ReportItem, type Frame } from '#schemas/report/item.ts';
import type { ReportImage } from '#schemas/image/image.ts';
import { richTextOf } from '#schemas/report/rich-text.ts';
import { newDashlet } from '../../dashboard/edit/add/dashlet-start.ts';

/** Pixels between a new item and the one before it. */
const STEP = 24;
const MARGIN = 40;

/** In the upper left of the page, below the ones that were put there before. */
function placeFor({ items, width, height }: ReportPage, size: { width: number; height: number }): Frame {
  const [w, h] = [Math.min(size.width, width - 2 * MARGIN), Math.min(size.height, height - 2 * MARGIN)];
  let at = MARGIN;
  const isTaken = (place: number): boolean =>
    items.some(({ frame }) => frame.x === place && frame.y === place);
  while (isTaken(at) && at + w < width && at + h < height) at += STEP;
  return { x: at, y: at, width: w, height: h };
}

/** Types of dashlets that reports offer: web pages are not allowed in them, and they have texts of their own. */
export const reportDashletTypes = (Object.keys(dashletTypes) as DashletType[]).filter(
  (type) => type !== 'iframe' && type !== 'text',
);

const PIXELS_PER_CELL = 40;

export function newDashletItem(type: DashletType, id: string, page: ReportPage): ReportItem {
  const { title, settings } = newDashlet(type, id, []);
  const [columns, rows] = dashletTypes[type].size;
  const frame = placeFor(page, { width: columns * PIXELS_PER_CELL, height: rows * PIXELS_PER_CELL });
  return ReportItem.parse({ id, kind: 'dashlet', frame, content: { type, title, settings } });
}

export const newTextItem = (id: string, page: ReportPage, text: string): ReportItem =>
  ReportItem.parse({
    id,
    kind: 'text',
    frame: placeFor(page, { width: 480, height: 60 }),
    text: richTextOf(text),
  });

export const newShapeItem = (
  id: string,
  page: ReportPage,
  shape: 'rectangle' | 'ellipse' | 'triangle' | 'line' | 'arrow',
): ReportItem =>
  ReportItem.parse({
    id,
    kind: 'shape',
    shape,
    frame: placeFor(
      page,
      shape === 'line' || shape === 'arrow' ? { width: 320, height: 12 } : { width: 200, height: 140 },
    ),
    ...(shape === 'line' || shape === 'arrow'
      ? { stroke: '#434d5b', strokeWidth: 2 }
      : { fill: '#e9edf3', stroke: '#d0d7e0' }),
  });

/** The logo of the provider or of the customer, as they are when the report is shown. */
export const newLogoItem = (id: string, page: ReportPage, logo: LogoOwner): ReportItem =>
  ReportItem.parse({
    id,
    kind: 'image',
    image: null,
    logo,
    alt: '',
    frame: placeFor(page, { width: 200, height: 72 }),
  });

const IMAGE_SIDE = 320;

/** As large as it is, and no larger than a third of a page. */
export function newImageItem(id: string, page: ReportPage, image: ReportImage): ReportItem {
  const scale = Math.min(1, IMAGE_SIDE / Math.max(image.width, image.height));
  const size = { width: Math.max(8, image.width * scale), height: Math.max(8, image.height * scale) };
  return ReportItem.parse({
    id,
    kind: 'image',
    image: image.id,
    alt: image.name,
    frame: placeFor(page, size),
  });
}
