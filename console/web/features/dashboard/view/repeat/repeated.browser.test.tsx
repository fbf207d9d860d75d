import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import { readData } from '#schemas/data/routes.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies } from '../../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);
const SITES = 40;

it('a dashlet is shown once for each element that its filter selects, and says how many are left out', async () => {
  const names = Array.from({ length: SITES }, (_, index) => `Site ${String(index + 1).padStart(2, '0')}`);
  const { server } = await renderPage('/dashboard?customer=1&open=7', {
    width: 1_280,
    replies: [
      ...documentReplies(
        anEntry(7, {
          version: DOCUMENT_VERSION,
          filters: [{ id: 'site', element: 'site' }],
          dashlets: [
            {
              id: 'd1',
              type: 'gauge',
              title: 'Load',
              repeat: 'site',
              place: { x: 0, y: 0, width: 6, height: 5 },
              settings: { series: [{ kpi: 'itf_in_util' }] },
            },
          ],
        } as Parameters<typeof anEntry>[1]),
      ),
      reply(listElements, ({ body: { count, ids } }) => ({
        count: SITES,
        elements: names
          .map((label, index) => ({ id: index + 1, label, active: true, values: [] }))
          .filter(({ id }, index) => index < count || ids.includes(id)),
      })),
      reply(readData, ({ body: { requests } }) =>
        lines(
          readData,
          ...requests.map((request) => ({
            state: 'ready' as const,
            id: request.id,
            result: aResult(request),
          })),
          { state: 'end' },
        ),
      ),
    ],
  });
  await expectVisible(page.getByRole('article', { name: 'Load · Site 01' }));
  expect(page.getByRole('article').elements()).toHaveLength(12);
  await expectVisible(page.getByText('Load: the first 12 of 40 elements. Select others in Site.'));
  await expect
    .poll(() => server.received(readData).flatMap(({ body }) => body.requests.map(({ filters }) => filters)))
    .toContainEqual([expect.objectContaining({ element: 'site', ids: [1] })]);
});
