import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from '../testing/documents.ts';

const renderPage = shellRenderer(...dashboardRoutes);

const { list, create, read, update } = customerDocuments.dashboard;
const card = page.getByRole('complementary', { name: 'Tour: your first dashboard' });
const mine = anEntry(12, emptyDocument, { name: 'Lines of today' });
const replies = [
  ...documentReplies(),
  reply(list, { documents: [] }),
  reply(create, mine),
  reply(read, mine),
  reply(update, ({ body }) => ({ ...mine, version: 4, document: body.document, dashlets: 1 })),
];

describe('the tour through a first dashboard', () => {
  it('is offered where there is none, follows each step, and ends with the page as its readers see it', async () => {
    const { search } = await renderPage('/dashboard?customer=1', { replies });
    await page.getByRole('button', { name: 'Start the tour' }).click();
    await expectVisible(card.getByText('Create a dashboard: choose New.'));
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expectVisible(card.getByText('Step 2 of 7'));
    await userEvent.keyboard('Lines of today');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expectVisible(card.getByText('Add a dashlet: a timeline is a good first one.'));
    await page.getByRole('button', { name: 'Add a dashlet' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Timeline', exact: true }).click();
    await expectVisible(card.getByText('Step 4 of 7'));
    expect(await axeFaults()).toEqual([]);
    await card.getByRole('button', { name: 'Next' }).click();
    await expectVisible(card.getByText('Step 5 of 7'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectVisible(card.getByText('Step 6 of 7'));
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await card.getByRole('button', { name: 'Finish' }).click();
    await expect.element(card).not.toBeInTheDocument();
    expect(search().get('tour')).toBeNull();
  });

  it('starts from the list of keys, in French, and ends when the user wants', async () => {
    await renderPage('/dashboard?customer=1', { replies: documentReplies(), language: 'fr', width: 390 });
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await userEvent.keyboard('?');
    await page.getByRole('link', { name: /^Visite/ }).click();
    const visit = page.getByRole('complementary', { name: /premier tableau de bord/ });
    await visit.getByRole('button', { name: 'Terminer la visite' }).click();
    await expect.element(visit).not.toBeInTheDocument();
  });
});
