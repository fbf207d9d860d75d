import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const [table] = DashboardDocument.parse(wanDocument).dashlets.flatMap((one) =>
  one.type === 'table' ? [one] : [],
);

const names = ['lyon-edge-1 · Gi0/0/0', 'paris-core-2 · TenGigabitEthernet0/0/1'];

it('a very narrow table shows names on two lines, each from its beginning, with ports abbreviated', async () => {
  const narrow = { ...table!, place: { x: 0, y: 0, width: 3, height: 8 } };
  await renderPage('/dashboard?customer=1&open=7', {
    replies: [
      ...documentReplies(anEntry(7, { ...wanDocument, dashlets: [narrow] })),
      reply(readData, ({ body: { requests } }) =>
        lines(
          readData,
          ...requests.map((request) => {
            const result = aResult(request);
            const rows = names.map((name, index) => ({
              ...result.rows[index]!,
              key: [
                {
                  attribute: 'interface' as const,
                  id: index + 1,
                  name,
                  ...(index === 1 && { deleted: true as const }),
                },
              ],
            }));
            return { state: 'ready' as const, id: request.id, result: { ...result, rows, rowCount: 2 } };
          }),
          { state: 'end' },
        ),
      ),
    ],
  });
  const cells = page.getByRole('gridcell').filter({ hasText: '·' });
  await expectVisible(cells.first());
  const [first, second] = cells.elements();
  const shownLines = (cell: Element): readonly string[] =>
    [...cell.querySelectorAll('.tt-name-lines > .tt-ellipsis')].map(({ textContent }) => textContent);
  expect(shownLines(first!)).toEqual(['lyon-edge-1', ' · Gi0/0/0']);
  for (const cell of [first!, second!]) {
    const bounds = cell.getBoundingClientRect();
    const boxes = [...cell.querySelectorAll('.tt-name-lines > .tt-ellipsis')].map((line) =>
      line.getBoundingClientRect(),
    );
    expect(boxes).toHaveLength(2);
    expect(boxes[0]!.top).toBeGreaterThanOrEqual(bounds.top);
    expect(boxes[1]!.top).toBeGreaterThanOrEqual(boxes[0]!.bottom);
    expect(boxes[1]!.bottom).toBeLessThanOrEqual(bounds.bottom);
  }
  // All of a port: its type is abbreviated, and that it was deleted is struck through.
  const port = second!.querySelector('.tt-ellipsis:nth-child(2)')!;
  expect(port.scrollWidth).toBeLessThanOrEqual(port.clientWidth);
  expect(getComputedStyle(second!.querySelector('.tt-name-lines')!).textDecorationLine).toBe('line-through');
  expect(second!.querySelector('[title]')!.getAttribute('title')).toBe(`${names[1]!} (deleted)`);
});

it.each(['en', 'fr'] as const)(
  'a table of a third of the page breaks no word of a title, %s',
  async (language) => {
    const settings = { ...table!.settings, series: ['itf_in_util', 'itf_out_util'].map((kpi) => ({ kpi })) };
    const third = { ...table!, settings, place: { x: 0, y: 0, width: 8, height: 8 } };
    await renderPage('/dashboard?customer=1&open=7', {
      width: 1_280,
      language,
      replies: [
        ...documentReplies(anEntry(7, { ...wanDocument, dashlets: [third] })),
        reply(readData, ({ body: { requests } }) =>
          lines(
            readData,
            ...requests.map((request) => {
              const result = aResult(request);
              const rows = result.rows.slice(0, 1).map((row) => ({
                ...row,
                key: [{ attribute: 'interface' as const, id: 1, name: names[1]! }],
              }));
              return { state: 'ready' as const, id: request.id, result: { ...result, rows, rowCount: 1 } };
            }),
            { state: 'end' },
          ),
        ),
      ],
    });
    const outbound = { en: ['Outbound', 'utilisation'], fr: ['Utilisation', 'sortante'] }[language];
    await expectVisible(page.getByText(outbound.join(' '), { exact: true }));
    // Each word on a line of its own: where it starts and where it ends, it is as far down.
    const tops = (title: Element): readonly (readonly number[])[] => {
      const text = title.firstChild as Text;
      return [...text.data.matchAll(/\S+/g)].map(({ index, 0: word }) =>
        [index, index + word.length - 1].map((at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().top;
        }),
      );
    };
    const titles = () => page.getByText(outbound.join(' '), { exact: true }).elements();
    // The ellipsis of a title that is cut has room behind it, where the figures below end.
    const shown = titles().find((title) => title.closest('.tt-table-measure') === null)!;
    const text = document.createRange();
    text.selectNodeContents(shown);
    const figure = document.querySelector('.tt-tbody .tt-td[data-align="right"]:last-child > *')!;
    const ends = [text, figure].map((part) => part.getBoundingClientRect().right);
    expect(Math.abs(ends[0]! - ends[1]!)).toBeLessThan(9);
    expect(shown.getBoundingClientRect().right - ends[0]!).toBeGreaterThan(9);
    await expect.poll(() => titles().every((title) => tops(title).every(([a, b]) => a === b))).toBe(true);
  },
);

const wanSeries = [
  'itf_avail',
  'itf_in_util',
  'itf_out_util',
  'itf_in_bps_p95',
  'itf_out_bps_p95',
  'itf_in_err',
  'itf_out_disc',
];

it.each([
  ['of the whole page', 24, ['site', 'device', 'interface'], wanSeries],
  ['of a third of it', 8, ['interface'], ['itf_in_util', 'itf_in_err']],
] as const)('no French title of a table %s is cut at 1,280 pixels', async (_, width, keys, series) => {
  const settings = { ...table!.settings, keys: [...keys], series: series.map((kpi) => ({ kpi })) };
  await renderPage('/dashboard?customer=1&open=7', {
    width: 1_280,
    language: 'fr',
    replies: [
      ...documentReplies(
        anEntry(7, {
          ...wanDocument,
          dashlets: [{ ...table!, settings, place: { x: 0, y: 0, width, height: 8 } }],
        }),
      ),
      reply(readData, ({ body: { requests } }) =>
        lines(
          readData,
          ...requests.map((request) => {
            const result = aResult(request);
            const rows = result.rows.slice(0, 1).map((row) => ({
              ...row,
              key: keys.map((attribute, at) => ({ attribute, id: at + 1, name: `orleans-${attribute}-r1` })),
            }));
            return { state: 'ready' as const, id: request.id, result: { ...result, rows, rowCount: 1 } };
          }),
          { state: 'end' },
        ),
      ),
    ],
  });
  await expectVisible(page.getByText('Taux d’erreurs entrantes', { exact: true }));
  const cutTitles = () =>
    [...document.querySelectorAll('.tt-thead:not(.tt-table-measure *) .tt-th .tt-ellipsis')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(({ textContent }) => textContent);
  await expect.poll(cutTitles).toEqual([]);
  const heads = [...document.querySelectorAll('.tt-thead:not(.tt-table-measure *)')];
  expect(heads.every((head) => head.scrollHeight <= head.clientHeight)).toBe(true);
});
