import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { now } from '#web/lib/clock.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, aSummary, documentReplies } from '../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

describe('a dashboard that is deactivated', () => {
  atNight.each([
    ['en', 'Actions on WAN links', 'Deactivate…', /^It stays in the library/],
    ['fr', 'Actions sur WAN links', 'Désactiver…', /^Il reste dans la bibliothèque/],
  ] as const)('stays readable, as the query says (%s)', async (language, menu, item, hint) => {
    await renderPage('/dashboard?customer=1', { language, replies: documentReplies() });
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expectVisible(page.getByRole('dialog').getByText(hint));
    expect(page.getByRole('dialog').getByText(/alarm/i).elements()).toEqual([]);
  });

  it('says on its page who did it and why', async () => {
    const status = {
      active: false,
      comment: 'Reworked until Monday',
      updatedAt: now(),
      updatedBy: 'Ada Martin',
    };
    await renderPage('/dashboard?customer=1&open=7', {
      replies: [
        ...documentReplies(),
        reply(customerDocuments.dashboard.read, anEntry(7, undefined, { status })),
      ],
    });
    await expectVisible(page.getByText(/^Deactivated by Ada Martin/));
    await expectVisible(page.getByText(/Reworked until Monday/));
  });
});

atNight('a dashboard becomes a favourite by keys alone', async () => {
  const { markFavourite } = customerDocuments.dashboard;
  const { server } = await renderPage('/dashboard?customer=1', {
    replies: [...documentReplies(), reply(markFavourite, {})],
  });
  await expectVisible(page.getByRole('gridcell', { name: 'Site overview' }));
  (page.getByRole('grid').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  const isAt = (label: RegExp) => label.test(document.activeElement?.getAttribute('aria-label') ?? '');
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Tab}');
      return isAt(/^Actions on/);
    })
    .toBe(true);
  await userEvent.keyboard('{Enter}');
  const entry = page.getByRole('menuitem', { name: /to your favourites$|from your favourites$/ });
  await expectVisible(entry);
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowDown}');
      return document.activeElement === entry.element();
    })
    .toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server.received(markFavourite)).toHaveLength(1);
});

atNight('a long name of a dashboard that was opened lately ends within the page', async () => {
  const name = 'W'.repeat(120);
  const { list } = customerDocuments.dashboard;
  await renderPage('/dashboard?customer=1', {
    width: 1_280,
    replies: [...documentReplies(), reply(list, { documents: [aSummary(7, { name, openedAt: now() })] })],
  });
  const recent = page.getByRole('navigation', { name: 'Recently opened' });
  const link = recent.getByRole('button', { name });
  await expectVisible(link);
  const { right } = recent.element().getBoundingClientRect();
  expect(link.element().getBoundingClientRect().right).toBeLessThanOrEqual(right + 1);
});
