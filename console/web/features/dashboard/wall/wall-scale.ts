import type { DashboardDocument } from '#schemas/dashboard/document.ts';

const SMALLEST = 0.6;
const LARGEST = 2.5;
/** Dashlets stand next to each other from this width on, pixels of the document. */
const LEAST_WIDTH = 960;

/**
 * How much larger than on a page a document is drawn, so that it fills the height of the screen and keeps its columns; pixels. One that is much longer than
 * the screen stays readable, and its end is cut.
 */
export function wallScale(
  { grid, dashlets }: Pick<DashboardDocument, 'grid' | 'dashlets'>,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const rows = Math.max(1, ...dashlets.map(({ place }) => place.y + place.height));
  const scale = height / (rows * (grid.rowHeight + grid.gap) - grid.gap);
  return Math.max(SMALLEST, Math.min(LARGEST, scale, width / LEAST_WIDTH));
}
