import { listAnnotations } from '#schemas/annotation/routes.ts';
import { listMarkedChanges } from '#schemas/inventory/change/action-routes.ts';
import { listElementMarks, type ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { readAlerts } from '#schemas/alerting/routes.ts';
import { readData } from '#schemas/data/routes.ts';
import type { DataRequestInput, DataRequest } from '#schemas/data/data-request.ts';
import type { DataLine, DataResult, DataRow } from '#schemas/data/data-result-size.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import type { DocumentEntry, DocumentSummary } from '#schemas/dashboard/entry.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { factsIn, libraryDirectory } from '#schemas/kpi/directory.ts';
import { now } from '#web/lib/clock.ts';
import { lines, pending, reply, type Replies, type Reply } from '#web/testing/replies.ts';

const names = [
  'lyon-edge-1 · Gi0/0/0',
  'paris-core-2 · xe-0/0/1',
  'nantes-cpe-7 · WAN',
  'lille-edge-3 · Te1/1',
  'Métropole · Po12',
];

/** An entry of the library. */
export const aSummary = (id: number, part: Partial<DocumentSummary> = {}): DocumentSummary => ({
  id,
  resource: id,
  name: 'WAN links',
  description: 'Utilization, errors and top talkers of the access links',
  folder: 'NOC/WAN',
  version: 3,
  author: 'Ada Martin',
  updatedAt: now() - id * 3_600_000,
  createdAt: now() - id * 86_400_000,
  createdBy: 'Ada Martin',
  owner: { id: 1, name: 'Ada Martin' },
  visibility: 'public',
  share: { everyone: false, profiles: [], clients: [], others: 0 },
  reachesOthers: false,
  status: { active: true, comment: '', updatedAt: null, updatedBy: null },
  edit: 'here',
  dashlets: 6,
  favourite: false,
  openedAt: null,
  ...part,
});

const interfaces = { keys: ['interface' as const], breakdown: { kind: 'top' as const, count: 5 } };
const place = (...[x, y, width, height]: readonly [number, number, number, number]) => ({
  x,
  y,
  width,
  height,
});

/** A page with a dashlet of each type that shows values. */
export const wanDocument: WrittenDocument = {
  version: DOCUMENT_VERSION,
  filters: [{ id: 'site', element: 'site', title: '', label: '' }],
  dashlets: [
    {
      id: 'd1',
      type: 'timeline',
      title: 'Busiest links',
      place: place(0, 0, 12, 8),
      settings: {
        ...interfaces,
        series: [{ kpi: 'itf_in_util' }],
        thresholds: [
          { from: 80, level: 'warning' },
          { from: 90, level: 'critical' },
        ],
        regression: true,
        lastValue: 'top-right',
      },
    },
    {
      id: 'd2',
      type: 'table',
      title: '',
      place: place(12, 0, 12, 8),
      settings: {
        ...interfaces,
        series: [
          {
            kpi: 'itf_in_util',
            formatting: [
              { from: 60, level: 'warning' },
              { from: 80, level: 'critical' },
            ],
          },
          { kpi: 'itf_out_util' },
        ],
        orderBy: 0,
        order: 'descending',
      },
    },
    {
      id: 'd3',
      type: 'gauge',
      title: 'Utilization',
      place: place(0, 8, 6, 6),
      settings: {
        series: [
          { kpi: 'itf_in_util', formatting: [{ from: 50, level: 'warning' }] },
          { kpi: 'itf_out_util' },
        ],
      },
    },
    {
      id: 'd4',
      type: 'pie',
      title: 'Share of the links',
      place: place(6, 8, 6, 6),
      settings: { ...interfaces, series: [{ kpi: 'itf_in_bps' }], legend: { place: 'right' } },
    },
    {
      id: 'd5',
      type: 'bar',
      title: 'In and out',
      place: place(12, 8, 6, 6),
      settings: { ...interfaces, series: [{ kpi: 'itf_in_util' }, { kpi: 'itf_out_util' }] },
    },
    {
      id: 'd6',
      type: 'sparkline',
      title: 'Last day',
      place: place(18, 8, 6, 6),
      settings: { ...interfaces, series: [{ kpi: 'itf_in_util' }], lastValue: 'top-right' },
    },
    {
      id: 'd7',
      type: 'inventory',
      title: 'Sites',
      place: place(0, 14, 12, 6),
      settings: { element: 'site', properties: [{ property: 'city' }, { property: 'country' }] },
    },
  ] as WrittenDocument['dashlets'],
};

export const anEntry = (
  id: number,
  document: WrittenDocument = wanDocument,
  part: Partial<DocumentEntry> = {},
): DocumentEntry => {
  const parsed = DashboardDocument.parse(document);
  return { ...aSummary(id, { dashlets: parsed.dashlets.length }), document: parsed, ...part };
};

const STEP = 300;
const MAX_STEPS = 288;

/** Plausible values of a request: a daily wave per row. */
export function aResult({
  keys = [],
  series,
  from,
  to,
  breakdown,
  since,
  comparison,
}: DataRequestInput | DataRequest): DataResult {
  const end = Math.floor(Math.min(to, now() / 1_000) / STEP) * STEP;
  const start = Math.max(since ?? from, end - MAX_STEPS * STEP);
  const isOverTime = keys.includes('date');
  const steps = Array.from({ length: Math.max(1, (end - start) / STEP) }, (_, index) => start + index * STEP);
  const attribute = keys.find((key) => key !== 'date');
  const count = breakdown?.kind === 'none' || attribute === undefined ? 1 : names.length;
  const value = (row: number, of: number, at: number): number =>
    45 + 30 * Math.sin(at / 9_000 + row) + 8 * Math.cos(at / 1_700 + of * 2) - row * 4;
  const rows = Array.from({ length: count }, (_, row): DataRow => ({
    key: attribute === undefined ? [] : [{ attribute, id: row + 1, name: names[row] ?? null }],
    values: series.map((__, of) =>
      isOverTime
        ? steps.map((at, step) => (row === 2 && step % 60 < 8 ? null : value(row, of, at)))
        : [value(row, of, end)],
    ),
    ...(comparison && {
      earlier: series.map((__, of) => steps.map((at) => value(row, of, at - 86_400) - 6)),
    }),
  }));
  return {
    series: series.map(({ kpi, aggregation = 'default', percentile = 95 }) => {
      const { unit, kind, aggregation: own } = factsIn(libraryDirectory, kpi);
      const inForce = aggregation === 'default' ? own : aggregation;
      return {
        kpi,
        unit,
        kind,
        aggregation: inForce,
        over: null,
        ...(inForce === 'percentile' && { percentile }),
        working: '5m',
        isCoarser: false,
        fromQuantiles: false,
      };
    }),
    working: '5m',
    display: '5m',
    timeZone: 'UTC',
    from: start,
    to: end,
    steps: isOverTime ? steps : null,
    rows,
    rowCount: rows.length,
    ...(comparison && { earlier: { steps: steps.map((at) => at - 86_400), retained: true } }),
    sources: ['samples'],
    version: end,
  };
}

const { list, read, markOpened } = customerDocuments.dashboard;

/** The replies of a page with one dashboard. */
export const documentReplies = (entry = anEntry(7)): readonly Reply[] => [
  // Of the header.
  reply(readAlerts, pending),
  reply(listKpiDescriptions, { kpis: [] }),
  reply(list, {
    documents: [
      aSummary(7),
      aSummary(8, {
        name: 'Executive summary',
        folder: 'Executive',
        favourite: true,
        openedAt: now() - 60_000,
      }),
      aSummary(9, {
        name: 'Site overview',
        folder: '',
        edit: 'multi-client',
        visibility: 'multi-client',
        owner: null,
      }),
    ],
  }),
  reply(read, entry),
  reply(markOpened, {}),
  reply(readData, ({ body }) =>
    lines(
      readData,
      ...body.requests.map((request): DataLine => ({
        state: 'ready',
        id: request.id,
        result: aResult(request),
      })),
      { state: 'end' },
    ),
  ),
  reply(listAnnotations, { annotations: [], count: 0 }),
  reply(listMarkedChanges, { changes: [], count: 0 }),
  reply(listElementMarks, ({ body: { from, to } }): ElementMarks => ({
    alarms: [
      {
        alarm: 3,
        name: 'Link saturated',
        element: 1,
        elementName: names[0] ?? '',
        severity: 'critical',
        from: to - 30_000,
        until: to - 20_000,
      },
    ],
    silences: [{ silence: 5, reason: 'Fibre works', maintenance: true, from, until: from + 20_000 }],
    definitions: [],
    isCut: false,
  })),
  reply(listElements, ({ body: { search, properties } }) => {
    const elements = ['Lyon', 'Nantes', 'Paris']
      .map((label, index) => ({ id: index + 1, label, active: true, values: properties.map(() => label) }))
      .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
    return { count: elements.length, elements };
  }),
];

/** The last request of a dashlet. Another dashlet may send one at any time, as it comes into view. */
export const lastRequested = (server: Replies, dashlet: string): DataRequestInput | undefined =>
  server
    .received(readData)
    .flatMap(({ body }) => body.requests)
    .findLast(({ id }) => id === dashlet);
