import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { z } from 'zod';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { dashletTypes, DashletType } from '#schemas/dashboard/dashlets.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, wanDocument } from '../testing/documents.ts';
import { HOUR_S } from '#schemas/time/duration.ts';

const renderPage = pageRenderer(...dashboardRoutes);
/** Midnight in Paris before the day of 25 hours. */
const MIDNIGHT = Date.parse('2026-10-24T22:00:00Z') / 1_000;

interface ReturnedData {
  readonly steps?: readonly number[];
  readonly rows: readonly (readonly [name: string | null, values: readonly (number | null)[]])[];
  readonly from?: number;
  readonly to: number;
}

function openWith<Type extends DashletType>(
  type: Type,
  settings: z.input<(typeof dashletTypes)[Type]['settings']>,
  { steps, rows, from = MIDNIGHT, to }: ReturnedData = { rows: [], to: MIDNIGHT },
) {
  const { dashlets } = DashboardDocument.parse({
    ...wanDocument,
    timeZone: 'Europe/Paris',
    dashlets: [{ id: 'd1', type, title: 'Panel', place: { x: 0, y: 0, width: 24, height: 12 }, settings }],
  });
  const data = reply(readData, ({ body: { requests } }) =>
    lines(
      readData,
      ...requests.map((request) => ({
        state: 'ready' as const,
        id: request.id,
        result: {
          ...aResult(request),
          from,
          to,
          timeZone: 'Europe/Paris',
          steps: steps === undefined ? null : [...steps],
          rows: rows.map(([name, values], id) => ({
            key: name === null ? [] : [{ attribute: 'device' as const, id: id + 1, name }],
            values: [[...values]],
          })),
          rowCount: rows.length,
        },
      })),
      { state: 'end' },
    ),
  );
  return renderPage('/dashboard?customer=1&open=7', {
    width: 1_280,
    replies: [
      ...documentReplies(anEntry(7, { ...wanDocument, timeZone: 'Europe/Paris', dashlets: [...dashlets] })),
      data,
    ],
  });
}

const panel = page.getByRole('article', { name: 'Panel' });
const byDevice = { keys: ['device' as const], breakdown: { kind: 'all' as const } };
const seen = (text: string | null): string => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ');

it('a text shows Markdown without HTML, scripts and images of others', async () => {
  await openWith('text', {
    markdown: [
      '## Night shift',
      '',
      '<script>globalThis.hacked = 1</script> <img src="x" onerror="globalThis.hacked = 2">',
      '',
      '[carrier](https://example.com/a) [trap](javascript:globalThis.hacked=3) ![logo](https://example.com/l.png)',
      '',
      '| line | carrier |',
      '|---|---|',
      '| Lyon | A |',
    ].join('\n'),
  });
  await expectVisible(panel.getByRole('heading', { name: 'Night shift' }));
  await expectVisible(panel.getByRole('cell', { name: 'Lyon' }));
  const link = panel.getByRole('link', { name: 'carrier' }).element() as HTMLAnchorElement;
  expect([link.href, link.rel, link.target]).toEqual([
    'https://example.com/a',
    'noopener noreferrer',
    '_blank',
  ]);
  const element = panel.element();
  expect(element.querySelectorAll('script, img, iframe, [onerror]')).toHaveLength(0);
  const targets = [...element.querySelectorAll('a')].map((each) => each.getAttribute('href') ?? '');
  expect(targets.filter((target) => /script/i.test(target))).toEqual([]);
  expect('hacked' in globalThis).toBe(false);
  expect(await axeFaults()).toEqual([]);
});

it('a service level shows promise, what was reached and the time left, and is kept only when it is reached', async () => {
  await openWith(
    'service',
    { ...byDevice, series: [{ kpi: 'cpe_avail' }], promise: 99.9 },
    {
      rows: [
        ['lyon-edge-1', [99.95]],
        ['paris-core-2', [99.8999]],
        ['nantes-cpe-7', [null]],
      ],
      to: MIDNIGHT + 30 * 24 * HOUR_S,
    },
  );
  const cellsOf = (name: string): readonly string[] =>
    panel
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => seen(textContent));
  await expectVisible(panel.getByRole('row', { name: /lyon-edge-1/ }));
  // 0.1 % of 30 days is 43 min 12 s, of which half is left.
  expect(cellsOf('lyon-edge-1')).toEqual(['99.9000%', 'Promise met99.9500%', '21 min 36 s']);
  expect(cellsOf('paris-core-2')).toEqual(['99.9000%', 'Promise missed99.8999%', '-2.59 s']);
  expect(cellsOf('nantes-cpe-7')).toEqual(['99.9000%', '–', '–']);
  expect(await axeFaults()).toEqual([]);
});

it('hours of days are those of the zone: an hour that comes twice has two cells', async () => {
  const steps = Array.from({ length: 25 }, (_, hour) => MIDNIGHT + hour * HOUR_S);
  await openWith(
    'hours',
    { series: [{ kpi: 'itf_in_util' }] },
    { steps, rows: [[null, steps.map((_, hour) => hour)]], to: MIDNIGHT + 25 * HOUR_S },
  );
  const row = panel.getByRole('row', { name: /25 Oct/ });
  await expectVisible(row);
  const cells = row.getByRole('cell').elements();
  expect(cells).toHaveLength(24);
  const valuesOf = (cell: Element | undefined): readonly string[] =>
    [...(cell?.querySelectorAll('.tt-hours-cell') ?? [])].map(({ textContent }) => seen(textContent));
  expect([valuesOf(cells[1]), valuesOf(cells[2]), valuesOf(cells[3])]).toEqual([
    ['1%'],
    ['2%', '3%'],
    ['4%'],
  ]);
  expect(await axeFaults()).toEqual([]);
});

const hours = [0, 1, 2, 3].map((hour) => MIDNIGHT + hour * HOUR_S);
const thresholds = [
  { from: 0, level: 'critical' as const },
  { from: 100, level: 'good' as const },
];
const availability: ReturnedData = {
  steps: hours,
  rows: [['lyon-edge-1', [100, 40, 20, 100]]],
  to: MIDNIGHT + 4 * HOUR_S,
};

it('states over time last as long as the values are in their level', async () => {
  await openWith('states', { ...byDevice, series: [{ kpi: 'cpe_avail' }], thresholds }, availability);
  const strip = panel.getByRole('img', { name: /^lyon-edge-1/ });
  await expectVisible(strip);
  const parts = [...strip.element().querySelectorAll<HTMLElement>('[data-level]')];
  expect(parts.map(({ dataset, style }) => [dataset['level'], style.left, style.width])).toEqual([
    ['good', '0%', '25%'],
    ['critical', '25%', '50%'],
    ['good', '75%', '25%'],
  ]);
  expect(seen(parts[1]?.title ?? '')).toMatch(/01:00 – .*02:00 · Critical: 20% – 40%$/);
  expect(await axeFaults()).toEqual([]);
});

it.each([
  ['last', '100%'],
  ['minimum', '20%'],
] as const)('a figure is the %s of the values over time', async (shown, value) => {
  await openWith('figure', { ...byDevice, series: [{ kpi: 'cpe_avail' }], thresholds, shown }, availability);
  await expectVisible(panel.getByRole('img', { name: `lyon-edge-1: ${value}` }));
  expect(await axeFaults()).toEqual([]);
});
