import { reportPage } from '../limit/console.ts';

export const reportFormats = ['a4', 'letter'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const pageLayouts = ['landscape', 'portrait'] as const;
export type PageLayout = (typeof pageLayouts)[number];

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Long and short side in pixels at 96 dpi. US Letter is 11 by 8.5 inches. */
const sides: Readonly<Record<ReportFormat, { readonly long: number; readonly short: number }>> = {
  a4: { long: reportPage.landscape.widthPx, short: reportPage.landscape.heightPx },
  letter: { long: 1_056, short: 816 },
};

export function pageSize(format: ReportFormat, layout: PageLayout): PageSize {
  const { long, short } = sides[format];
  return layout === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}

export const otherLayout = (layout: PageLayout): PageLayout =>
  layout === 'landscape' ? 'portrait' : 'landscape';
