import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import { readData } from '#schemas/data/routes.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies } from './testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

type Values = readonly (number | null)[];

/** Values of the first rows of a chart, which replace those of the result. */
type Rows = readonly ((values: Values) => Values)[];

const everySixth = (values: Values): Values => values.map((value, step) => (step % 6 === 0 ? value : null));
const withGap = (values: Values): Values =>
  values.map((value, step) => (step > 60 && step < 200 ? null : value));

const level = (values: Values): Values => values.map(() => 60);

const withRows = (result: DataResult, shapes: Rows): DataResult => ({
  ...result,
  rows: result.rows.slice(0, shapes.length).map((row, index) => ({
    ...row,
    values: row.values.map((values) => [...(shapes[index]?.(values) ?? values)]),
  })),
});

const open = (dashlet: { readonly type?: string; readonly settings: object }, shapes: Rows) => {
  const shown = {
    id: 'd1',
    type: 'timeline',
    title: 'Links',
    place: { x: 0, y: 0, width: 24, height: 10 },
    ...dashlet,
  } as WrittenDocument['dashlets'][number];
  const response = reply(readData, ({ body }) =>
    lines(
      readData,
      ...body.requests.map((request): DataLine => ({
        state: 'ready',
        id: request.id,
        result: withRows(aResult(request), shapes),
      })),
      { state: 'end' },
    ),
  );
  return renderPage('/dashboard?customer=1&open=7', {
    replies: [...documentReplies(anEntry(7, { version: DOCUMENT_VERSION, dashlets: [shown] })), response],
  });
};

const settings = {
  keys: ['interface'],
  breakdown: { kind: 'top', count: 5 },
  series: [{ kpi: 'itf_in_util' }],
  lastValue: 'none',
  legend: { place: 'none' },
};

const chart = page.getByRole('article', { name: 'Links' });

/** Number of pixels with a hue in each column of the plot: axes, labels and grid are grey. */
function huesByColumn(): readonly number[] {
  const canvas = chart.element().querySelector('canvas');
  const over = chart.element().querySelector('.u-over')?.getBoundingClientRect();
  if (canvas === null || over === undefined) return [];
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const [left, width] = [Math.round((over.left - box.left) * scale), Math.round(over.width * scale)];
  const { data } = canvas.getContext('2d')!.getImageData(left, 0, width, canvas.height);
  return Array.from({ length: width }, (_, x) => {
    let hues = 0;
    for (let y = 0; y < canvas.height; y += 1) {
      const [red = 0, green = 0, blue = 0] = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 40) hues += 1;
    }
    return hues;
  });
}

const partDrawn = (): number => {
  const hues = huesByColumn();
  return hues.filter((count) => count > 0).length / Math.max(1, hues.length);
};

describe('values that their source measures at longer steps than those of the chart', () => {
  it('are a line, whose points are named between them', async () => {
    await open({ settings }, [everySixth]);
    await expect.poll(partDrawn).toBeGreaterThan(0.95);
    const over = chart.element().querySelector('.u-over');
    const box = over?.getBoundingClientRect() ?? new DOMRect();
    for (let part = 0.3; part < 0.4; part += 0.01)
      over?.dispatchEvent(
        new MouseEvent('mousemove', {
          clientX: box.left + box.width * part,
          clientY: box.top + 20,
          bubbles: true,
          movementX: 9,
        }),
      );
    await expect
      .poll(() => chart.element().querySelector('.tt-time-pointed')?.textContent ?? '')
      .toMatch(/lyon-edge-1 · Gi0\/0\/0[\d.]+%/);
  });

  it('stay apart where more of them are missing', async () => {
    await open({ settings }, [(values) => withGap(everySixth(values))]);
    await expect.poll(partDrawn).toBeGreaterThan(0.4);
    expect(partDrawn()).toBeLessThan(0.6);
  });

  it('are a line of a sparkline', async () => {
    const { legend: _, ...own } = settings;
    await open({ type: 'sparkline', settings: own }, [everySixth]);
    const path = () => chart.element().querySelector('.tt-spark-line')?.getAttribute('d') ?? '';
    await expect.poll(path).toMatch(/^M [\d. ]+( L [\d. ]+)+$/);
  });
});

it('a gap of one line does not cut the areas above it in a stack', async () => {
  await open({ settings: { ...settings, style: 'area', stacked: true } }, [withGap, level]);
  await expect.poll(() => huesByColumn().length).toBeGreaterThan(100);
  await expect
    .poll(() => {
      const hues = huesByColumn();
      return Math.min(...hues.slice(Math.round(hues.length * 0.3), Math.round(hues.length * 0.6)));
    })
    .toBeGreaterThan(20);
});
