import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply, type Reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, wanDocument } from '../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const place = { x: 0, y: 0, width: 24, height: 8 };
const dashletOf = <Type extends Dashlet['type']>(type: Type) =>
  DashboardDocument.parse(wanDocument).dashlets.find(
    (one): one is Extract<Dashlet, { readonly type: Type }> => one.type === type,
  )!;

/** A value per row; every series has the same. */
const responded = (values: readonly number[]): Reply =>
  reply(readData, ({ body: { requests } }) =>
    lines(
      readData,
      ...requests.map((request) => {
        const result = aResult(request);
        const rows = values.map((value, index) => ({
          key: [{ attribute: 'device' as const, id: index + 1, name: `edge-${String(index + 1)}` }],
          values: request.series.map(() => (result.steps ?? [0]).map(() => value)),
        }));
        return {
          state: 'ready' as const,
          id: request.id,
          result: { ...result, rows, rowCount: rows.length },
        };
      }),
      { state: 'end' },
    ),
  );

type Language = 'en' | 'fr';
const openWith = (dashlet: Dashlet, values: readonly number[], language: Language = 'en') =>
  renderPage('/dashboard?customer=1&open=7', {
    width: 1_280,
    language,
    replies: [
      ...documentReplies(anEntry(7, { ...wanDocument, dashlets: [{ ...dashlet, place }] })),
      responded(values),
    ],
  });

const seen = (text: string | null): string => (text ?? '').replaceAll(/[\u00A0\u202F]/g, ' ');
const cellsOf = (index: number): readonly string[] =>
  page
    .getByRole('row')
    .elements()
    .map((row) => row.querySelectorAll('[role="gridcell"]')[index])
    .flatMap((cell) =>
      cell === undefined ? [] : [seen(cell.querySelector('.tt-level')?.firstChild?.textContent ?? '')],
    );

const table = dashletOf('table');
const tableWith = (...decimals: readonly (number | undefined)[]): Dashlet => ({
  ...table,
  settings: {
    ...table.settings,
    keys: ['device'],
    orderBy: 'name',
    series: decimals.map((count) => ({
      kpi: 'itf_in_util',
      aggregation: 'default' as const,
      percentile: 95,
      label: '',
      size: 1,
      over: 'default' as const,
      ...(count !== undefined && { decimals: count }),
      formatting: [],
    })),
  },
});

it.each<[Language, readonly string[], readonly string[]]>([
  ['en', ['100.000%', '99.952%', '99.950%', '97.200%'], ['100.0%', '> 99.9%', '> 99.9%', '97.2%']],
  ['fr', ['100,000 %', '99,952 %', '99,950 %', '97,200 %'], ['100,0 %', '> 99,9 %', '> 99,9 %', '97,2 %']],
])(
  'a column of a table has equal decimals, its own or those of its series, and reads 100 % for what is, %s',
  async (language, own, stated) => {
    await openWith(tableWith(undefined, 1), [100, 99.9528, 99.95, 97.2], language);
    await expectVisible(page.getByText('edge-4'));
    await expect.poll(() => cellsOf(1)).toEqual(own);
    expect(cellsOf(2)).toEqual(stated);
  },
);

it('a column of small and greater figures never reads 0 for what is not', async () => {
  await openWith(tableWith(undefined, 0), [12.3, 0.0004, 0]);
  await expectVisible(page.getByText('edge-3'));
  await expect.poll(() => cellsOf(1)).toEqual(['12.30%', '< 0.01%', '0.00%']);
  expect(cellsOf(2)).toEqual(['12%', '< 1%', '0%']);
});

it('dials have the decimals of their series, and keep a value off a level that it does not reach', async () => {
  const gauge = dashletOf('gauge');
  const [series] = gauge.settings.series;
  const formatting = [{ from: 99.95, level: 'good' as const }];
  const settings = {
    ...gauge.settings,
    series: [
      { ...series!, decimals: 1, formatting: [] },
      { ...series!, formatting, label: 'Promised' },
    ],
  };
  await openWith({ ...gauge, settings }, [99.9499]);
  const dial = page.getByRole('meter', { name: /Promised/ });
  await expectVisible(dial);
  expect(seen(dial.element().getAttribute('aria-valuetext'))).toBe('99.9499%');
  const stated = page.getByRole('meter', { name: /Inbound utilisation/ });
  expect(seen(stated.element().getAttribute('aria-valuetext'))).toBe('99.9%');
});

it('a legend has equal decimals', async () => {
  const timeline = dashletOf('timeline');
  const settings = { ...timeline.settings, legend: { place: 'bottom' as const, values: ['last' as const] } };
  await openWith({ ...timeline, settings }, [100, 99.992, 5]);
  const legend = page.getByRole('list', { name: /^Legend|lines/ }).first();
  await expectVisible(legend);
  const values = () =>
    [...document.querySelectorAll('.tt-chart-legend .tt-chart-summary')].map(({ textContent }) =>
      seen(textContent),
    );
  await expect.poll(values).toEqual(['100.000%', '99.992%', '5.000%']);
});
