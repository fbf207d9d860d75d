import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const [bar] = DashboardDocument.parse(wanDocument).dashlets.flatMap((one) =>
  one.type === 'bar' ? [one] : [],
);

it('names below upright bars are turned where they have no room, shortened at their end, and whole for a reader', async () => {
  const settings = { ...bar!.settings, orientation: 'vertical' as const, series: [{ kpi: 'itf_in_util' }] };
  const upright = { ...bar!, place: { x: 0, y: 0, width: 6, height: 6 }, settings };
  await renderPage('/dashboard?customer=1&open=7', {
    replies: documentReplies(anEntry(7, { ...wanDocument, dashlets: [upright] })),
  });
  const name = page.getByRole('button', { name: 'Open lyon-edge-1 · Gi0/0/0' });
  await expectVisible(name);
  const lines = [...name.element().querySelectorAll('.tt-name-lines > .tt-ellipsis')];
  expect(lines.map(({ textContent }) => textContent)).toEqual(['lyon-edge-1', ' · Gi0/0/0']);
  // Whole, or with most of its characters.
  for (const line of lines) expect(line.clientHeight).toBeGreaterThanOrEqual(Math.min(line.scrollHeight, 50));
  const [first, next] = page
    .getByRole('button', { name: /^Open/ })
    .elements()
    .map((element) => element.getBoundingClientRect());
  expect(next!.left).toBeGreaterThanOrEqual(first!.right);
});
