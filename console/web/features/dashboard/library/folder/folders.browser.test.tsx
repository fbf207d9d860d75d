import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { liveState } from '#web/kernel/socket/connection.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { aSummary, documentReplies } from '../../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { list, moveFolder } = customerDocuments.dashboard;
const elsewhere = { edit: 'multi-client', visibility: 'multi-client', owner: null } as const;
const documents = [
  aSummary(7, { name: 'Links' }),
  aSummary(8, { name: 'Sites', folder: 'NOC' }),
  aSummary(9, { name: 'Template', folder: 'NOC', ...elsewhere }),
  aSummary(10, { name: 'Summary', folder: 'Executive' }),
];
const open = (query = '&folder=NOC', { replies = [], ...options }: RenderOptions = {}) =>
  renderPage(`/dashboard?customer=1${query}`, {
    replies: [
      ...documentReplies(),
      reply(list, { documents }),
      reply(moveFolder, { moved: 2, retained: 1 }),
      ...replies,
    ],
    ...options,
  });
const choose = async (item: string): Promise<void> => {
  await page.getByRole('button', { name: /^Actions (on|sur).* (folder|dossier) NOC$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = page.getByRole('dialog');
const isLive = () => expect.poll(() => liveState.get()).toBe('live');

describe('the folder of a library', () => {
  atNight.each([
    [
      'en',
      'Rename…',
      'Name',
      'Rename',
      '2 entries are now in Core. 1 entry stays in NOC: you cannot change it here.',
    ],
    [
      'fr',
      'Renommer…',
      'Nom',
      'Renommer',
      /^2 éléments sont maintenant dans Core\. 1 élément reste dans NOC/,
    ],
  ] as const)(
    'is renamed in one call, which says how many stay (%s)',
    async (language, item, field, action, said) => {
      const { server, search } = await open(undefined, { language });
      await choose(item);
      await expectVisible(dialog.getByText(/^(It has 2 entries|Il contient 2 éléments)/));
      await dialog.getByRole('textbox', { name: field }).fill(' Core ');
      expect(await axeFaults()).toEqual([]);
      await dialog.getByRole('button', { name: action }).click();
      await expectVisible(page.getByText(said));
      expect(server.received(moveFolder)).toMatchObject([{ body: { folder: 'NOC', to: 'Core' } }]);
      await expect.poll(() => search().get('folder')).toBe('Core');
    },
  );

  atNight('says before it is renamed that a folder of that name exists', async () => {
    await open();
    await choose('Rename…');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Executive');
    await expectVisible(dialog.getByText('Executive exists: both folders become one.'));
  });

  atNight('is moved into another one, and neither into itself nor below', async () => {
    const { server } = await open();
    await choose('Move…');
    await dialog.getByRole('combobox', { name: 'Into the folder' }).click();
    await expectVisible(page.getByRole('option', { name: 'Executive' }));
    expect(
      page
        .getByRole('option')
        .all()
        .map((option) => option.element().textContent),
    ).toEqual(['Top level', 'Executive']);
    await page.getByRole('option', { name: 'Executive' }).click();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect
      .poll(() => server.received(moveFolder))
      .toMatchObject([{ body: { folder: 'NOC', to: 'Executive/NOC' } }]);
  });

  atNight('is offered where a document is moved, next to a new one that is typed', async () => {
    await open('');
    await page.getByRole('button', { name: /^Actions on Links/ }).click();
    await page.getByRole('menuitem', { name: 'Name and folder' }).click();
    const field = dialog.getByRole('combobox', { name: 'Folder' });
    await field.click();
    const offered = () =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(offered).toEqual(['Executive', 'NOC', 'NOC/WAN']);
    await field.fill('exec');
    await expect.poll(offered).toEqual(['Executive']);
    await page.getByRole('option', { name: 'Executive' }).click();
    await expect.element(field).toHaveValue('Executive');
    expect(await axeFaults()).toEqual([]);
    await field.fill('Executive/2026');
    await expect.element(field).toHaveValue('Executive/2026');
  });

  it('is deleted by keys alone, and its entries go to the top level', async () => {
    const { server, search } = await open();
    await expectVisible(page.getByRole('button', { name: 'Actions on the folder NOC' }));
    (page.getByRole('button', { name: 'Actions on the folder NOC' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const entry = page.getByRole('menuitem', { name: 'Delete…' });
    await expectVisible(entry);
    await expect
      .poll(async () => {
        await userEvent.keyboard('{ArrowDown}');
        return document.activeElement === entry.element();
      })
      .toBe(true);
    await userEvent.keyboard('{Enter}');
    await expectVisible(dialog.getByText('It has 2 entries. None of them is deleted.'));
    (dialog.getByRole('button', { name: 'Delete the folder' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => server.received(moveFolder)).toMatchObject([{ body: { folder: 'NOC', to: '' } }]);
    await expect.poll(() => search().get('folder')).toBeNull();
  });

  atNight('that another user renamed first is reported as missing', async () => {
    await open(undefined, { replies: [reply(moveFolder, () => problem('NOT_FOUND'))] });
    await choose('Rename…');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Core');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expectVisible(page.getByText(/^The folder NOC does not exist any more/));
    await expectHidden(dialog);
  });

  atNight(
    'that another user takes away while it is renamed keeps its dialog, and is said to be gone',
    async () => {
      const { server } = await open(undefined, { replies: [reply(moveFolder, () => problem('NOT_FOUND'))] });
      await choose('Rename…');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Core');
      server.set(reply(list, { documents: documents.map((each) => ({ ...each, folder: 'WAN' })) }));
      await isLive();
      liveServer.send('resource', { kind: 'dashboard' });
      await expectVisible(page.getByText('No results match the filters'));
      await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Core');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expectVisible(page.getByText(/^The folder NOC does not exist any more/));
      await expectHidden(dialog);
    },
  );

  it('cannot be changed by readers, who see why', async () => {
    const { permissions } = aSession();
    const readers = permissions.filter((permission) => permission !== 'DASHBOARD.write');
    await open(undefined, { session: aSession({ permissions: readers }) });
    await page.getByRole('button', { name: 'Actions on the folder NOC' }).click();
    await expectVisible(page.getByRole('menuitem', { name: /^Rename….*permission/ }));
  });

  atNight('of an address that has no documents any more can be left', async () => {
    const { search } = await open('&folder=Gone');
    await page.getByRole('button', { name: /Folder Gone/ }).click();
    await expect.poll(() => search().get('folder')).toBeNull();
    await expectVisible(page.getByRole('gridcell', { name: 'Summary' }));
  });
});
