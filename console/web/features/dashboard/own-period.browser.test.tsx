import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import { page } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { openSection } from './testing/open-dashboard.ts';
import { anEntry, documentReplies, lastRequested } from './testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const ofHour = anEntry(7, {
  version: DOCUMENT_VERSION,
  dashlets: [
    {
      id: 'd1',
      type: 'gauge',
      title: 'Now',
      place: { x: 0, y: 0, width: 8, height: 6 },
      settings: { series: [{ kpi: 'itf_in_util' }], period: { kind: 'last', minutes: 60 } },
    },
    {
      id: 'd2',
      type: 'gauge',
      title: 'Of the page',
      place: { x: 8, y: 0, width: 8, height: 6 },
      settings: { series: [{ kpi: 'itf_in_util' }] },
    },
  ],
} as Parameters<typeof anEntry>[1]);

const open = (query = '') =>
  renderPage(`/dashboard?customer=1&open=7${query}`, { replies: documentReplies(ofHour) });
const dashlet = (name: string) => page.getByRole('article', { name });

describe('a dashlet with a period of its own', () => {
  it('requests it and names it, whatever the page shows', async () => {
    const { server } = await open('&period=10080');
    await expectVisible(dashlet('Now').getByText('Last hour'));
    expect(dashlet('Of the page').getByText(/^Last/).elements()).toEqual([]);
    const length = (id: string): number => {
      const { from = 0, to = 0 } = lastRequested(server, id) ?? {};
      return to - from;
    };
    await expect.poll(() => [length('d1'), length('d2')]).toEqual([3_600, 604_800]);
    expect(lastRequested(server, 'd1')?.to).toBe(lastRequested(server, 'd2')?.to);
  });

  it('ends with a period that is over, and says from when to when', async () => {
    const { server } = await open('&period=1763800000-1763886400');
    await expect
      .poll(() => lastRequested(server, 'd1'))
      .toMatchObject({ from: 1_763_882_800, to: 1_763_886_400 });
    await expectVisible(dashlet('Now').getByText(/22 Nov|23 Nov/));
    expect(dashlet('Now').getByText('Last hour').elements()).toEqual([]);
  });

  it('is chosen in the editor', async () => {
    const { server } = await open('&edit=true&dashlet=d2');
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await openSection('Period and intervals');
    await settings.getByRole('combobox', { name: 'Period of this dashlet' }).click();
    await page.getByRole('option', { name: 'This month' }).click();
    await expectVisible(dashlet('Of the page').getByText('This month'));
    const fromDay = () => new Date((lastRequested(server, 'd2')?.from ?? 0) * 1_000).getDate();
    await expect.poll(fromDay).toBe(1);
    await settings.getByRole('combobox', { name: 'Period of this dashlet' }).click();
    await page.getByRole('option', { name: 'That of the page' }).click();
    await expect.poll(() => dashlet('Of the page').getByText('This month').elements()).toEqual([]);
    expect(await axeFaults()).toEqual([]);
  });
});
