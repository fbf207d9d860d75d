import { customerReportBrand } from '#schemas/brand/routes.ts';
import { emptyPage, REPORT_VERSION, ReportDocument, type WrittenReport } from '#schemas/report/document.ts';
import type { ReportEntry, ReportSummary } from '#schemas/report/entry.ts';
import { customerImages } from '#schemas/image/routes.ts';
import type { ReportImage } from '#schemas/image/image.ts';
import { richTextOf } from '#schemas/report/rich-text.ts';
import { customerReports, readReportSettings } from '#schemas/report/routes.ts';
import { reportPrintRoute, reportRoutes } from '#web/routes/pages/report.ts';
import { pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { reply, type Reply } from '#web/testing/replies.ts';
import { aSummary, documentReplies } from '../../dashboard/testing/documents.ts';

const frame = (...[x, y, width, height]: readonly [number, number, number, number]) => ({
  x,
  y,
  width,
  height,
});

/** Two pages: a chart, a text, an image and a shape; then one per site. */
export const monthlyReport: WrittenReport = {
  version: REPORT_VERSION,
  variables: [{ name: 'Site', choice: { id: 'site', element: 'site', title: '', label: '' } }],
  pages: [
    {
      ...emptyPage('p1'),
      title: 'Summary',
      items: [
        { id: 'shape', kind: 'shape', shape: 'rectangle', frame: frame(40, 20, 400, 60), fill: '#cfe0ff' },
        { id: 'head', kind: 'text', frame: frame(40, 20, 400, 60), text: richTextOf('Service report') },
        {
          id: 'chart',
          kind: 'dashlet',
          frame: frame(40, 120, 500, 300),
          content: {
            type: 'timeline',
            title: 'Busiest links',
            settings: {
              keys: ['interface'],
              breakdown: { kind: 'top', count: 5 },
              series: [{ kpi: 'itf_in_util' }],
            },
          },
        },
        { id: 'logo', kind: 'image', image: 3, frame: frame(900, 20, 120, 60), alt: 'Logo' },
      ] as WrittenReport['pages'][number]['items'],
    },
    {
      ...emptyPage('p2'),
      title: 'Site',
      multiplier: 'site',
      items: [
        {
          id: 'load',
          kind: 'dashlet',
          frame: frame(40, 40, 300, 200),
          content: {
            type: 'gauge',
            title: 'Utilization',
            settings: { series: [{ kpi: 'itf_in_util' }] },
          },
        },
      ] as WrittenReport['pages'][number]['items'],
    },
  ],
};

export const aReport = (
  document: WrittenReport = monthlyReport,
  part: Partial<ReportEntry> = {},
): ReportEntry => {
  const parsed = ReportDocument.parse(document);
  return { ...aSummary(7, { name: 'Monthly' }), pages: parsed.pages.length, document: parsed, ...part };
};

const listed = (id: number, part: Partial<ReportSummary> = {}): ReportSummary => ({
  ...aSummary(id),
  name: 'Monthly',
  pages: 2,
  ...part,
});

const anImage = (part: Partial<ReportImage> = {}): ReportImage => ({
  id: 3,
  name: 'Logo',
  type: 'image/svg+xml',
  width: 120,
  height: 60,
  bytes: 420,
  ofProvider: false,
  version: 1,
  updatedAt: 0,
  author: 'Ada Martin',
  ...part,
});

const svg = btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><rect width="120" height="60"/></svg>',
);

const reportReplies = (entry: ReportEntry): readonly Reply[] => [
  reply(customerReports.list, {
    documents: [
      listed(7),
      listed(8, { name: 'Capacity', edit: 'nowhere', visibility: 'multi-client', owner: null, pages: 3 }),
    ],
  }),
  reply(customerReports.read, entry),
  reply(customerReports.markOpened, {}),
  reply(readReportSettings, { maxPages: 200, resolvingIntervalMs: 50 }),
  reply(customerImages.list, { images: [anImage(), anImage({ id: 4, name: 'Provided', ofProvider: true })] }),
  reply(customerImages.read, { type: 'image/svg+xml', data: svg }),
  reply(customerReportBrand.read, {
    primary: '#ffd400',
    secondary: '#123456',
    logos: { provider: { width: 120, height: 60 }, customer: null },
  }),
  reply(customerReportBrand.provider, { logo: { type: 'image/svg+xml', data: svg } }),
];

interface ReportOptions extends RenderOptions {
  readonly query?: string;
  readonly entry?: ReportEntry;
}

const render = pageRenderer(...reportRoutes);

/** Opens the reports of a customer. */
export const openReports = ({ query = '', entry = aReport(), replies = [], ...own }: ReportOptions = {}) =>
  render(`/report?customer=1${query}`, {
    replies: [...documentReplies(), ...reportReplies(entry), ...replies],
    ...own,
  });

const renderPrint = pageRenderer(reportPrintRoute);

/** Opens the page that prints a report. */
export const openPrint = ({ query = '', entry = aReport(), replies = [], ...own }: ReportOptions = {}) =>
  renderPrint(`/report/7/print?customer=1${query}`, {
    replies: [...documentReplies(), ...reportReplies(entry), ...replies],
    ...own,
  });
