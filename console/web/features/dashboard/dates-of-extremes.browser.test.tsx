import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import { readData } from '#schemas/data/routes.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from './testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const series = [{ kpi: 'itf_in_util', aggregation: 'maximum date' }];
const place = (x: number) => ({ x, y: 0, width: 8, height: 6 });
const documentIn = (timeZone: string) =>
  ({
    version: DOCUMENT_VERSION,
    timeZone,
    dashlets: [
      {
        id: 'd1',
        type: 'table',
        title: 'Links',
        place: place(0),
        settings: { keys: ['interface'], breakdown: { kind: 'all' }, series },
      },
      { id: 'd2', type: 'gauge', title: 'Peak', place: place(8), settings: { shape: 'number', series } },
    ],
  }) as unknown as WrittenDocument;

const from = Date.parse('2026-11-24T00:00:00Z') / 1_000;
const resultIn = (timeZone: string): DataResult => ({
  series: [
    {
      kpi: 'itf_in_util',
      unit: 'percent',
      kind: 'ratio',
      aggregation: 'maximum date',
      over: null,
      working: '5m',
      isCoarser: false,
      fromQuantiles: false,
    },
  ],
  working: '5m',
  display: '5m',
  timeZone,
  from,
  to: from + 86_400,
  steps: null,
  rows: [
    {
      key: [{ attribute: 'interface', id: 1, name: 'WAN' }],
      values: [[Date.parse('2026-11-24T23:30:00Z') / 1_000]],
    },
  ],
  rowCount: 1,
  sources: ['samples'],
  version: from,
});

it.each([
  ['Asia/Kolkata', '25 Nov 2026, 05:00'],
  ['America/New_York', '24 Nov 2026, 18:30'],
])(
  'the time of a maximum is that of the zone of the document, %s, wherever the browser is',
  async (timeZone, shown) => {
    const response = reply(readData, ({ body: { requests } }) =>
      lines(
        readData,
        ...requests.map(({ id }): DataLine => ({ state: 'ready', id, result: resultIn(timeZone) })),
        { state: 'end' },
      ),
    );
    await renderPage('/dashboard?customer=1&open=7', {
      width: 1_280,
      replies: [...documentReplies(anEntry(7, documentIn(timeZone))), response],
    });
    await expectVisible(page.getByRole('article', { name: 'Links' }).getByText(shown));
    const meter = page.getByRole('article', { name: 'Peak' }).getByRole('meter');
    await expect.element(meter).toHaveAttribute('aria-valuetext', shown);
  },
);
