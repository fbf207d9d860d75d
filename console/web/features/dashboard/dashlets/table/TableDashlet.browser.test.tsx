import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

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
