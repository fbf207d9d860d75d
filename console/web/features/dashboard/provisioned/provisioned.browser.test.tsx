import { describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aSummary, anEntry, documentReplies } from '../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { list, read } = customerDocuments.dashboard;
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });

describe('a document that comes from a file', () => {
  it('says so in the library, and that a user has changed it since', async () => {
    const documents = [
      aSummary(7, { name: 'As the file', provisioned: true, drifted: false }),
      aSummary(8, { name: 'Changed by hand', provisioned: true, drifted: true }),
      aSummary(9, { name: 'Of a user' }),
    ];
    await renderPage('/dashboard?customer=1', {
      replies: [...documentReplies(), reply(list, { documents })],
    });
    await expectVisible(row('As the file').getByText('From a file'));
    await expectVisible(row('Changed by hand').getByText('Changed since its file'));
    await expectHidden(row('Of a user').getByText(/file/));
  });

  it('says on its page what becomes of the changes, in French as well', async () => {
    const entry = { ...anEntry(7), provisioned: true, drifted: true };
    await renderPage('/dashboard?customer=1&open=7', {
      language: 'fr',
      theme: 'dark',
      replies: [...documentReplies(), reply(read, entry)],
    });
    await expectVisible(page.getByText('Modifié depuis son fichier'));
    await expectVisible(page.getByText(/La prochaine modification du fichier le remplacera/));
  });
});
