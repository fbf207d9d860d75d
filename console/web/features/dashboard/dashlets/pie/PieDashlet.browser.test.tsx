import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const pies = DashboardDocument.parse(wanDocument).dashlets.flatMap((one) =>
  one.type === 'pie' ? [{ ...one, place: { x: 0, y: 0, width: 24, height: 6 } }] : [],
);

// In a file of its own: other types of dashlets bring styles with them.
it('a page of pies alone shows each slice whole, and its colour in the legend', async () => {
  const entry = anEntry(7, { ...wanDocument, dashlets: pies });
  await renderPage('/dashboard?customer=1&open=7', {
    replies: [...documentReplies(), reply(customerDocuments.dashboard.read, entry)],
  });
  const legend = page.getByRole('list', { name: /Share of the links/ });
  await expectVisible(legend.getByText('lyon-edge-1 · Gi0/0/0'));
  const colours = [...legend.element().querySelectorAll('.tt-chart-key')].map((key) => {
    const { backgroundColor, width } = getComputedStyle(key);
    return `${width} ${backgroundColor}`;
  });
  expect(colours).toHaveLength(5);
  expect(new Set(colours).size).toBe(5);
  expect(colours.every((colour) => colour.startsWith('10px rgb('))).toBe(true);
  // As wide as the page: its ring is cut nowhere.
  const ring = legend.element().parentElement!;
  expect(ring.querySelector('svg')!.getBoundingClientRect().height).toBeLessThanOrEqual(
    ring.getBoundingClientRect().height + 1,
  );
});

it('a long legend next to a pie begins within the dashlet, and scrolls', async () => {
  const aside = pies.map((one) => ({
    ...one,
    place: { x: 0, y: 0, width: 12, height: 6 },
    settings: { ...one.settings, legend: { place: 'right' as const, values: [] } },
  }));
  await renderPage('/dashboard?customer=1&open=7', {
    replies: [
      ...documentReplies(),
      reply(customerDocuments.dashboard.read, anEntry(7, { ...wanDocument, dashlets: aside })),
      reply(readData, ({ body: { requests } }) =>
        lines(
          readData,
          ...requests.map((request) => {
            const result = aResult(request);
            const [row] = result.rows;
            const rows = Array.from({ length: 200 }, (_, index) => ({
              ...row!,
              key: [{ attribute: 'interface' as const, id: index + 1, name: `Port ${String(index + 1)}` }],
            }));
            return { state: 'ready' as const, id: request.id, result: { ...result, rows, rowCount: 200 } };
          }),
          { state: 'end' },
        ),
      ),
    ],
  });
  const legend = page.getByRole('list', { name: /Share of the links/ });
  await expectVisible(legend.getByText('Port 1', { exact: true }));
  const top = (element: Element): number => element.getBoundingClientRect().top;
  expect(top(legend.element())).toBeGreaterThanOrEqual(top(legend.element().parentElement!) - 1);
  expect(legend.element().scrollHeight).toBeGreaterThan(legend.element().clientHeight);
});

it('says how many values are negative, which have no share', async () => {
  await renderPage('/dashboard?customer=1&open=7', {
    replies: [
      ...documentReplies(),
      reply(customerDocuments.dashboard.read, anEntry(7, { ...wanDocument, dashlets: pies })),
      reply(readData, ({ body: { requests } }) =>
        lines(
          readData,
          ...requests.map((request) => {
            const result = aResult(request);
            const rows = result.rows.map((row, index) => ({
              ...row,
              values: row.values.map((series) => series.map((value) => (index < 2 ? -1 : value))),
            }));
            return { state: 'ready' as const, id: request.id, result: { ...result, rows } };
          }),
          { state: 'end' },
        ),
      ),
    ],
  });
  await expectVisible(page.getByText(/negative values have no share/));
});
