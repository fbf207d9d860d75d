import { DashboardDocument, DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import type { DashletType } from '#schemas/dashboard/dashlets.ts';

const interfaces = { keys: ['interface' as const], breakdown: { kind: 'top' as const, count: 5 } };
const load = [
  { from: 50, level: 'warning' as const },
  { from: 80, level: 'critical' as const },
];
const mixed = [{ kpi: 'itf_in_util', formatting: load }, { kpi: 'itf_in_bps' }];
const COLUMNS = 29;

/** Settings under which a type shows most of what it can. */
const settings: Readonly<Partial<Record<DashletType, unknown>>> = {
  pie: { ...interfaces, series: [{ kpi: 'itf_in_bps' }], legend: { place: 'right' } },
  table: { ...interfaces, series: mixed, orderBy: 0, order: 'descending' },
  bar: { ...interfaces, series: mixed },
  timeline: { ...interfaces, series: mixed.slice(0, 1), thresholds: load, lastValue: 'top-right' },
  sparkline: { ...interfaces, series: [{ kpi: 'itf_in_util' }], lastValue: 'top-right' },
  gauge: { series: mixed },
  figure: { series: mixed.slice(0, 1), thresholds: load },
  states: { ...interfaces, series: [{ kpi: 'itf_in_util' }], thresholds: load },
  hours: { series: [{ kpi: 'itf_in_util' }] },
  service: { ...interfaces, series: [{ kpi: 'itf_avail' }], promise: 99.9 },
};
export const galleryTypes = Object.keys(settings) as DashletType[];

const place = { x: 0, y: 0, width: 8, height: 8 };
const documentOf = (type: DashletType, title: string, given: unknown): DashboardDocument =>
  DashboardDocument.parse({
    version: DOCUMENT_VERSION,
    dashlets: [{ id: 'd1', type, title, place, settings: given }],
  });

/** A document with one dashlet of a type. */
export const galleryDocument = (type: DashletType, title: string): DashboardDocument =>
  documentOf(type, title, settings[type]);

/** One whose KPI does not exist any more. */
export const lostDocument = (type: DashletType, title: string): DashboardDocument => {
  const { series, ...remaining } = settings[type] as { readonly series: readonly object[] };
  return documentOf(type, title, { ...remaining, series: [{ ...series[0], kpi: 'lost_kpi' }] });
};

/** A table with as many columns as one may have. */
export const wideTable = (title: string): DashboardDocument =>
  documentOf('table', title, {
    ...interfaces,
    series: Array.from({ length: COLUMNS }, (_, index) => ({
      kpi: 'itf_in_util',
      label: `KPI ${String(index + 1)}`,
      formatting: load,
    })),
  });

/** Bars that stand, with their names below them. */
export const uprightBars = (title: string): DashboardDocument =>
  documentOf('bar', title, {
    ...interfaces,
    orientation: 'vertical',
    series: [{ kpi: 'itf_in_util', formatting: load }],
  });

/** Settings of the types that request their own data. */
const ownSettings = {
  inventory: {
    element: 'site',
    properties: [{ property: 'city' }, { property: 'country' }, { property: 'region' }],
  },
  alarms: {},
  incidents: {},
  sites: {},
  map: {},
  text: {
    markdown:
      '## Night shift\n\nCall the carrier **first**, then [open a ticket](https://example.com).\n\n| line | carrier |\n|---|---|\n| Lyon | A |',
  },
  iframe: { url: 'https://example.com/status' },
  sdwan: { endpoint: '/dataservice/device' },
} as const satisfies Partial<Record<DashletType, unknown>>;
export type OwnType = keyof typeof ownSettings;

/** A document with one dashlet that requests its own data. */
export const ownDocument = (type: OwnType, title: string, more: object = {}): DashboardDocument =>
  documentOf(type, title, { ...ownSettings[type], ...more });
