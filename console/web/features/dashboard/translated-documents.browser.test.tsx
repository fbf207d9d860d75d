import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aSummary, anEntry, documentReplies, wanDocument } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { list, read, update } = customerDocuments.dashboard;
const fr = {
  'WAN links': 'Liaisons WAN',
  'Busiest links': 'Liaisons les plus chargées',
  'Share of the links': 'Parts des liaisons',
};
const translated = { nameFr: 'Liaisons WAN', descriptionFr: 'Charge et erreurs' };
const entry = anEntry(7, { ...wanDocument, translations: { fr } }, translated);
const open = (query = '') =>
  renderPage(`/dashboard?customer=1${query}`, {
    language: 'fr',
    replies: [
      ...documentReplies(),
      reply(list, {
        documents: [
          aSummary(9, { name: 'CPE' }),
          aSummary(7, translated),
          aSummary(8, { name: 'Capacity' }),
          aSummary(6, { name: 'bgp 10' }),
          aSummary(5, { name: 'bgp 9' }),
        ],
      }),
      reply(read, entry),
      reply(update, ({ body }) => anEntry(7, body.document, { ...body, ...translated, version: 4 })),
    ],
  });

describe('a dashboard with translations', () => {
  atNight('is listed by its French name for French readers, in the order of names', async () => {
    await open();
    const names = page.getByRole('row');
    await expectVisible(page.getByRole('gridcell', { name: 'Liaisons WAN' }));
    const shown = names.elements().flatMap((row) => row.querySelector('.tt-named')?.textContent ?? []);
    expect(shown).toEqual(['bgp 9', 'bgp 10', 'Capacity', 'CPE', 'Liaisons WAN']);
  });

  atNight('keeps its name and description when a French reader changes its folder', async () => {
    const { server } = await open();
    await page.getByRole('button', { name: 'Actions sur Liaisons WAN' }).click();
    await page.getByRole('menuitem', { name: 'Nom et dossier' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('textbox', { name: 'Nom' })).toHaveValue('Liaisons WAN');
    await dialog.getByRole('combobox', { name: 'Dossier' }).fill('NOC');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect
      .poll(() => server.received(update))
      .toMatchObject([{ body: { name: 'WAN links', description: entry.description, folder: 'NOC' } }]);
  });

  it('is edited in French, and only what the reader changes loses its translation', async () => {
    const { server } = await open('&open=7&edit=true&dashlet=d1');
    await expectVisible(page.getByRole('article', { name: 'Parts des liaisons' }));
    const title = page.getByRole('textbox', { name: 'Titre' }).first();
    await expect.element(title).toHaveValue('Liaisons les plus chargées');
    await title.fill('Liaisons saturées');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect.poll(() => server.received(update).length).toBe(1);
    const { name, document } = server.received(update)[0]!.body;
    expect(name).toBe('WAN links');
    const titles = document.dashlets.map((dashlet) => dashlet.title);
    expect(titles).toContain('Liaisons saturées');
    expect(titles).toContain('Share of the links');
  });
});
