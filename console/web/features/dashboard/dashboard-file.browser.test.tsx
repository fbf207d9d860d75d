import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { problem, rejected, reply } from '#web/testing/replies.ts';
import { openDashboards as open } from './testing/open-dashboard.ts';
import { anEntry } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

describe('a file of a dashboard', () => {
  const { import: importRoute } = customerDocuments.dashboard;
  const file = {
    format: 'telltale-document',
    version: 1,
    kind: 'dashboard',
    name: 'Campus',
    description: '',
    folder: '',
    document: { version: 1, dashlets: [] },
  };
  const choose = async (content: string): Promise<void> => {
    await page.getByRole('button', { name: 'Import…' }).click();
    const input = page.getByLabelText('File of a dashboard or home page');
    await userEvent.upload(input, new File([content], 'campus.json', { type: 'application/json' }));
  };

  it('is checked before it becomes a dashboard, with what it leaves out', async () => {
    const difference = {
      texts: [{ text: 'name' as const, before: '', after: 'Campus' }],
      parts: [],
      dashlets: [],
    };
    const leftOut = [{ path: 'filters.0.default.ids', element: 'Gi0/1 · edge · Lyon' }];
    const found = { document: null, difference, unknownKpis: ['own_kpi'], leftOut };
    const { server, search } = await open({
      replies: [
        reply(importRoute, ({ query }) => (query.dryRun ? found : { ...found, document: anEntry(21) })),
      ],
    });
    await choose(JSON.stringify(file));
    const dialog = page.getByRole('dialog', { name: 'Import from a file' });
    await expectVisible(dialog.getByText('filters.0.default.ids: Gi0/1 · edge · Lyon'));
    await expectVisible(dialog.getByText('Unknown KPIs: own_kpi'));
    await expectVisible(dialog.getByText('Name: – → Campus'));
    expect(await axeFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => search().get('open')).toBe('21');
    expect(server.received(importRoute).map(({ query }) => query.dryRun)).toEqual([true, false]);
  });

  atNight('that is no JSON says where, and one with faults where they are', async () => {
    await open({
      language: 'fr',
      replies: [
        reply(importRoute, rejected({ field: 'file.document.dashlets.1.type', code: 'INPUT_INVALID' })),
      ],
    });
    await page.getByRole('button', { name: 'Importer…' }).click();
    const give = (content: string) =>
      userEvent.upload(
        page.getByRole('dialog').getByLabelText('Fichier d’un tableau de bord ou d’une page d’accueil'),
        new File([content], 'campus.json', { type: 'application/json' }),
      );
    await give('{\n  name: 1');
    await expectVisible(page.getByText('Le fichier n’est pas du JSON\u00A0: ligne 2, colonne 3.'));
    await give(JSON.stringify(file));
    await expectVisible(page.getByText('Le fichier contient 1 erreur\u00A0:'));
    await expectVisible(page.getByText(/^document\.dashlets\.1\.type\u00A0: /));
  });

  atNight('is checked once under a name that is typed, and not while it is typed', async () => {
    const found = {
      document: null,
      unknownKpis: [],
      leftOut: [],
      difference: { texts: [], parts: [], dashlets: [] },
    };
    const { server } = await open({
      replies: [
        reply(importRoute, ({ body: { file: sent }, query: { dryRun } }) =>
          dryRun ? found : { ...found, document: anEntry(21, sent.document, { name: sent.name }) },
        ),
      ],
    });
    await choose(JSON.stringify(file));
    const dialog = page.getByRole('dialog', { name: 'Import from a file' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await userEvent.type(name, 'Campus of Lyon');
    await expect.element(name).toHaveValue('Campus of Lyon');
    const checked = () => server.received(importRoute).filter(({ query }) => query.dryRun);
    await expect.poll(() => checked().at(-1)?.body.file.name).toBe('Campus of Lyon');
    expect(checked().length).toBeLessThan('Campus of Lyon'.length);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expectVisible(page.getByText('Campus of Lyon is saved.'));
  });

  atNight('that is none says so', async () => {
    await open({ replies: [reply(importRoute, problem('VALIDATION'))] });
    await choose(JSON.stringify({ ...file, name: '' }));
    const dialog = page.getByRole('dialog', { name: 'Import from a file' });
    await expectVisible(dialog.getByRole('alert').first());
    await expect
      .element(dialog.getByRole('button', { name: 'Import', exact: true }))
      .toHaveAccessibleDescription('Choose a file first.');
  });
});
