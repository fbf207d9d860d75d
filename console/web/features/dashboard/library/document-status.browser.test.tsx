import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { now } from '#web/lib/clock.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from '../testing/documents.ts';

describe('a dashboard that is deactivated', () => {
  it.each([
    ['en', 'Actions on WAN links', 'Deactivate…', /^It stays in the library/],
    ['fr', 'Actions sur WAN links', 'Désactiver…', /^Il reste dans la bibliothèque/],
  ] as const)('stays readable, as the question says (%s)', async (language, menu, item, hint) => {
    await renderPage('/dashboard?customer=1', { language, replies: documentReplies() });
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expectVisible(page.getByRole('dialog').getByText(hint));
    expect(page.getByRole('dialog').getByText(/alarm/i).elements()).toEqual([]);
  });

  it('says on its page who did it and why', async () => {
    const status = {
      ...{ active: false, comment: 'Reworked until Monday', updatedAt: now(), updatedBy: 'Ada Martin' },
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
