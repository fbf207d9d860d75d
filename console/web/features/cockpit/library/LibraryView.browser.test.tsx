import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createAlarmGroup, findGroupMembers, listAlarmGroups } from '#schemas/cockpit/group-routes.ts';
import { createCockpit, deleteCockpit, listCockpits } from '#schemas/cockpit/routes.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, rejected, reply, type Reply } from '#web/testing/replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { aCockpit, alarmGroups, anAlarmDefinition, cockpitReplies, wanAccess } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const open = (replies: readonly Reply[] = [], language: 'en' | 'fr' = 'en') =>
  renderPage('/mt/cockpit', { replies: [...cockpitReplies(), ...replies], language });
const library = page.getByRole('grid', { name: 'Cockpits' });
const dialog = page.getByRole('dialog');

describe('the cockpit library', () => {
  it('lists name, alarms, last author and last modified, and what was opened recently', async () => {
    await open();
    await expectVisible(library.getByText('WAN access links'));
    for (const header of ['Name', 'Alarms', 'Last author', 'Last modified'])
      await expectVisible(library.getByRole('columnheader', { name: header }));
    const recent = page.getByRole('navigation', { name: 'Recently opened' }).getByRole('button');
    await expect.poll(() => recent.elements().length).toBe(3);
    expect(recent.first().element().textContent).toContain('WAN access links');
  });

  atNight('creates a named cockpit and opens it', async () => {
    const { server } = await open();
    await page.getByRole('button', { name: 'New cockpit' }).click();
    const name = dialog.getByLabelText('Name');
    const top = () => name.element().getBoundingClientRect().top;
    await expectVisible(name);
    const before = top();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectVisible(dialog.getByText('This field is required'));
    expect(dialog.getByText('This field is required').elements()).toHaveLength(1);
    await expect.element(name).toHaveFocus();
    expect(Math.abs(top() - before)).toBeLessThan(16);
    await dialog.getByLabelText('Name').fill('WAN access links');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectVisible(dialog.getByText('Already present'));
    await dialog.getByLabelText('Name').fill('Campus');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectVisible(page.getByRole('heading', { name: 'Campus' }));
    await expectVisible(page.getByText('No alarm in this cockpit'));
    expect(server.received(createCockpit).at(-1)?.body).toEqual({ name: 'Campus', description: '' });
  });

  atNight('requires confirmation before an unsaved form closes', async () => {
    await open();
    await page.getByRole('button', { name: 'New cockpit' }).click();
    await page.getByLabelText('Name').fill('Half a na');
    await userEvent.keyboard('{Escape}');
    await expectVisible(page.getByRole('dialog', { name: 'Discard changes?' }));
    await page.getByRole('button', { name: 'Discard' }).click();
    await expectHidden(dialog);
  });

  atNight('copies a cockpit, and deletes one after a confirmation', async () => {
    const { server } = await open();
    await library.getByRole('button', { name: 'Actions on WAN access links' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await expectVisible(page.getByRole('heading', { name: 'WAN access links (copy)' }));
    await page.getByRole('button', { name: 'Actions on WAN access links (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const prompt = page.getByRole('dialog', { name: 'Delete WAN access links (copy) with its 7 alarms?' });
    await prompt.getByRole('button', { name: 'Delete' }).click();
    await expectVisible(library);
    expect(server.received(deleteCockpit)).toHaveLength(1);
  });

  atNight('says that nothing matches', async () => {
    await open();
    await page.getByRole('textbox', { name: 'Find a cockpit' }).fill('zzz');
    await expectVisible(page.getByText('No results match the filters'));
  });

  atNight('says that it is empty, and offers to create one', async () => {
    await open([reply(listCockpits, { cockpits: [] })]);
    await expectVisible(page.getByText('No cockpit yet'));
    await page.getByRole('button', { name: 'Create one' }).click();
    await expectVisible(dialog.getByLabelText('Name'));
  });

  it('says that loading failed, and tries again', async () => {
    const { server } = await open([reply(listCockpits, problem('COCKPIT_CONFIG_RESTORE_FAILED'))]);
    await expectVisible(page.getByText('Loading failed'));
    server.set(reply(listCockpits, { cockpits: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(page.getByText('No cockpit yet'));
  });

  atNight('says that it loads', async () => {
    await open([reply(listCockpits, pending)]);
    await expectVisible(page.getByRole('status').filter({ hasText: 'Loading Cockpits' }));
  });
});

describe.each(['en', 'fr'] as const)('a name that exists, in %s', (language) => {
  const taken = problemText('NAME_TAKEN', language);
  const words = {
    en: { save: 'Save', groups: 'Groups', newCockpit: 'New cockpit', newGroup: 'New group' },
    fr: {
      save: 'Enregistrer',
      groups: 'Groupes',
      newCockpit: 'Nouveau profil d’alarmes',
      newGroup: 'Nouveau groupe',
    },
  }[language];

  it('of a cockpit is reported at its field', async () => {
    await open([], language);
    const field = dialog.getByRole('textbox').first();
    await page.getByRole('button', { name: words.newCockpit }).click();
    await field.fill('Voice quality');
    await dialog.getByRole('button', { name: words.save }).click();
    await expectVisible(dialog.getByText(taken));
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('Voice quality, again');
    await dialog.getByRole('button', { name: words.save }).click();
    await expectHidden(dialog);
  });

  atNight('of a group is reported at its field', async () => {
    await open(
      [
        reply(findGroupMembers, { accounts: [], more: false }),
        reply(createAlarmGroup, rejected({ field: 'name', code: 'NAME_TAKEN' })),
      ],
      language,
    );
    await page.getByRole('button', { name: words.groups }).click();
    await page.getByRole('button', { name: words.newGroup }).click();
    const field = dialog.last().getByRole('textbox').first();
    await field.fill('Core network team');
    await dialog.last().getByRole('button', { name: words.save }).click();
    await expectVisible(dialog.last().getByText(taken));
    await expect.element(field).toHaveFocus();
  });
});

describe('groups of restricted alarms', () => {
  it('are listed and made, with members', async () => {
    const accounts = [{ id: 2, username: 'noah', name: 'Noah Berg' }];
    const nightShift = {
      id: 3,
      name: 'Night shift',
      version: 1,
      alarms: 0,
      reachesOthers: false,
      members: accounts,
    };
    const { server } = await open([
      reply(findGroupMembers, { accounts, more: false }),
      reply(createAlarmGroup, nightShift),
    ]);
    await page.getByRole('button', { name: 'Groups' }).click();
    await expectVisible(page.getByText('Core network team'));
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabelText('Name of the group').fill('Night shift');
    await page.getByRole('textbox', { name: 'Add a member' }).fill('noah');
    await page.getByRole('option', { name: /Noah Berg/ }).click();
    server.set(reply(listAlarmGroups, { groups: [...alarmGroups, nightShift] }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectVisible(page.getByText('Night shift', { exact: true }));
    expect(server.received(createAlarmGroup).at(-1)?.body).toEqual({ name: 'Night shift', members: [2] });
  });
});

it('the dialogs of a cockpit that the product named say its name in the reader’s language, the field what is stored', async () => {
  await renderPage('/mt/cockpit', {
    replies: cockpitReplies([aCockpit(5, 'Applications + QoS')]),
    language: 'fr',
  });
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions sur Applications et QoS' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Renommer ou décrire');
  await expectVisible(page.getByRole('dialog', { name: /Applications et QoS/ }));
  await expect
    .element(dialog.getByRole('textbox', { name: 'Nom', exact: true }))
    .toHaveValue('Applications + QoS');
  await expectVisible(dialog.getByText(/^Affiché.*Applications et QoS/));
  await userEvent.keyboard('{Escape}');
  await choose('Supprimer');
  await expectVisible(page.getByRole('dialog', { name: /Applications et QoS/ }));
});

describe('the cockpit of the first start', () => {
  const standard = (active: boolean) =>
    aCockpit(5, 'Standard', {
      isStarter: true,
      author: null,
      owner: null,
      share: { everyone: true, profiles: [], clients: [], others: 0 },
      status: { active, comment: '', updatedAt: null, updatedBy: null },
      alarms: [
        anAlarmDefinition(51, { label: 'Device down', kpi: 'cpe_avail', operator: '<', threshold: 50 }),
      ],
    });
  const openWith = (active: boolean, language: 'en' | 'fr' = 'en') =>
    renderPage('/mt/cockpit', { replies: cockpitReplies([wanAccess(), standard(active)]), language });

  it('is listed with where it comes from, and explains itself when it is opened', async () => {
    await openWith(true);
    await expectVisible(library.getByText('Comes with Telltale: what to watch in any network'));
    await library.getByText('Standard', { exact: true }).click();
    await expectVisible(page.getByText('This cockpit comes with Telltale and applies to all customers'));
    await expectVisible(page.getByText('or duplicate it, change the copy and deactivate this one'));
  });

  atNight(
    'says that it raises nothing where it is inactive, and another cockpit says nothing of it',
    async () => {
      await openWith(false, 'fr');
      await page.getByText('Standard', { exact: true }).click();
      await expectVisible(page.getByText('aucune de ses alarmes ne se déclenche'));
      await page.getByRole('button', { name: 'Bibliothèque de profils d’alarmes' }).first().click();
      await page.getByText('WAN access links').first().click();
      await expectVisible(page.getByText('Router restarted'));
      await expectHidden(page.getByText('Ce profil d’alarmes est fourni avec Telltale'));
    },
  );
});
