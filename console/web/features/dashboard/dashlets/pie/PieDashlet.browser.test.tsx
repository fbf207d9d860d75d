import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

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
