import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signOut } from '#schemas/account/routes.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { closePage, pageRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, rejected, reply } from '#web/testing/replies.ts';
import {
  dashletNamed as dashlet,
  openDashboards as open,
  openDashboardsInShell,
  openSection,
} from './testing/open-dashboard.ts';
import { anEntry, documentReplies } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { create, update, read } = customerDocuments.dashboard;

describe('an edited dashboard', () => {
  it('shows each change at once, undoes and redoes it, and is saved', async () => {
    const saved = anEntry(7, { version: DOCUMENT_VERSION, dashlets: [] }, { version: 4 });
    const { server } = await open({ query: '&open=7&edit=true', replies: [reply(update, saved)] });
    await page.getByRole('button', { name: 'Add a dashlet' }).click();
    // Enter takes the first that is found.
    await page.getByRole('dialog').getByRole('textbox', { name: 'Search by name or purpose' }).fill('gau');
    await userEvent.keyboard('{Enter}');
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await settings.getByRole('textbox', { name: 'Title' }).fill('Core');
    await expectVisible(dashlet('Core'));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(dashlet('Core').query()).toBeNull();
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await expectVisible(dashlet('Core'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectVisible(page.getByText('WAN links is saved.'));
    const [{ body } = { body: undefined }] = server.received(update);
    expect(body?.version).toBe(3);
    // Nothing is left to save; the next key starts there.
    expect(document.activeElement?.textContent).toContain('Save');
    expect(body?.document.dashlets.at(-1)).toMatchObject({ type: 'gauge', title: 'Core' });
  });

  atNight('leads the keyboard to a new dashlet, its copy, and from a deleted one to the next', async () => {
    await open({ query: '&open=7&edit=true' });
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';
    const choose = async (button: string, item: string): Promise<void> => {
      const target = page.getByRole('button', { name: button }).first();
      await expectVisible(target);
      (target.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expectVisible(page.getByRole('menuitem', { name: item }));
      (page.getByRole('menuitem', { name: item }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    };
    await userEvent.click(page.getByRole('button', { name: 'Add a dashlet' }).first());
    const card = page.getByRole('dialog').getByRole('button', { name: 'Inventory', exact: true });
    await expectVisible(card);
    (card.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(focused).toMatch(/^Move (?!Sites)/);
    await choose('Actions on Utilization', 'Duplicate');
    await expect.poll(focused).toMatch(/^Move Utilization/);
    await choose('Actions on Utilization', 'Delete');
    await expect.poll(focused).toMatch(/^Move Share of the links/);
  });

  atNight('moves and resizes a dashlet by keys', async () => {
    const { server } = await open({ query: '&open=7&edit=true', replies: [reply(update, anEntry(7))] });
    const grip = page.getByRole('button', { name: /^Move Utilization/ });
    await expectVisible(grip);
    (grip.element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowLeft}{/Shift}{ArrowUp}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => server.received(update).length).toBe(1);
    const moved = server.received(update)[0]?.body.document.dashlets.find(({ id }) => id === 'd3');
    expect(moved?.place).toEqual({ x: 0, y: 0, width: 5, height: 7 });
  });

  atNight('keeps the changes of both when another user saved first', async () => {
    const theirs = anEntry(7, undefined, { version: 4, name: 'WAN and LAN links' });
    const { server, search } = await open({
      query: '&open=7&edit=true&dashlet=d3',
      replies: [reply(update, problem('CONFLICT'))],
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await expectVisible(dashlet('Core'));
    server.set(reply(read, theirs));
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'WAN links was changed by another user' });
    await expectVisible(dialog.getByText('Name: WAN links → WAN and LAN links'));
    await expectVisible(dialog.getByText('Dashlet Core changed: title'));
    // Closing the dialog confirms nothing.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expectVisible(dashlet('Core'));
    await save.click();
    server.set(reply(create, anEntry(13)));
    await dialog.getByRole('button', { name: 'Save mine as a copy' }).click();
    await expect.poll(() => server.received(create).length).toBe(1);
    expect(server.received(create)[0]?.body).toMatchObject({
      name: 'WAN links (copy)',
      visibility: 'private',
    });
    await expect.poll(() => search().get('open')).toBe('13');
  });

  atNight('merges what two users changed, with a choice only where both changed the same', async () => {
    const { server } = await open({
      query: '&open=7&edit=true&dashlet=d3',
      replies: [reply(update, problem('CONFLICT'))],
    });
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Core');
    const renamed = { version: 4, name: 'WAN and LAN links' };
    server.set(reply(read, anEntry(7, undefined, renamed)));
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    const merge = page.getByRole('button', { name: 'Merge and save' });
    await expectVisible(page.getByText(/The changes do not touch each other/));
    // Another one is faster once more, with a title of its own.
    const { document } = anEntry(7);
    const dashlets = document.dashlets.map((each) => (each.id === 'd3' ? { ...each, title: 'Edge' } : each));
    server.set(reply(read, anEntry(7, { ...document, dashlets }, { ...renamed, version: 5 })));
    await merge.click();
    const prompt = page.getByRole('group', { name: 'Title of Core' });
    await expect.element(merge).toHaveAttribute('aria-disabled', 'true');
    server.set(reply(update, anEntry(7, { ...document, dashlets }, { ...renamed, version: 6 })));
    await prompt.getByRole('radio', { name: 'Theirs: Edge' }).click();
    await merge.click();
    await expectVisible(dashlet('Edge'));
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    const sent = server
      .received(update)
      .map(({ body }) => [
        body.version,
        body.name,
        body.document.dashlets.find(({ id }) => id === 'd3')?.title,
      ]);
    expect(sent).toEqual([
      [3, 'WAN links', 'Core'],
      [4, 'WAN and LAN links', 'Core'],
      [5, 'WAN and LAN links', 'Edge'],
    ]);
  });

  atNight('undoes what was changed before it was saved, and before a merge', async () => {
    const { server } = await open({ query: '&open=7&edit=true&dashlet=d3' });
    const { document } = anEntry(7);
    const titled = (text: string) => ({
      ...document,
      dashlets: document.dashlets.map((each) => (each.id === 'd3' ? { ...each, title: text } : each)),
    });
    server.set(reply(update, anEntry(7, titled('Core'), { version: 4 })));
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.click();
    await expectVisible(dashlet('Utilization'));
    await page.getByRole('textbox', { name: 'Title' }).fill('Links');
    const renamed = { version: 5, name: 'WAN and LAN links' };
    server.set(reply(update, problem('CONFLICT')));
    server.set(reply(read, anEntry(7, titled('Core'), renamed)));
    await save.click();
    await expectVisible(page.getByRole('button', { name: 'Merge and save' }));
    server.set(reply(update, anEntry(7, titled('Links'), { ...renamed, version: 6 })));
    await page.getByRole('button', { name: 'Merge and save' }).click();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'WAN and LAN links' }));
    await expectVisible(dashlet('Links'));
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    await undo.click();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'WAN and LAN links' }));
    await expectVisible(dashlet('Utilization'));
  });

  atNight.each([
    ['that no longer exists', reply(listKpiDescriptions, { kpis: [] }), 'The KPI own_kpi no longer exists.'],
    ['as not existing only once all have loaded', reply(listKpiDescriptions, pending), ''],
  ])('names a KPI %s in its settings', async (_, directory, description) => {
    const lost = { type: 'gauge', title: 'Core', place: { x: 0, y: 0, width: 6, height: 6 } };
    const settings = { series: [{ kpi: 'own_kpi' }] };
    const dashlets = [{ id: 'd1', ...lost, settings }] as WrittenDocument['dashlets'];
    await renderPage('/dashboard?customer=1&open=7&edit=true&dashlet=d1', {
      replies: [...documentReplies(anEntry(7, { version: DOCUMENT_VERSION, dashlets })), directory],
    });
    await expect
      .element(page.getByRole('combobox', { name: 'KPI', exact: true }))
      .toHaveAccessibleDescription(description);
  });

  atNight('keeps the changes when another user deleted it, as a copy if wanted', async () => {
    const { server, search } = await open({
      query: '&open=7&edit=true&dashlet=d3',
      replies: [reply(update, problem('NOT_FOUND')), reply(create, anEntry(14))],
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await expectVisible(dashlet('Core'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'WAN links no longer exists' });
    await expectVisible(dialog.getByText('Dashlet Core changed: title'));
    await dialog.getByRole('button', { name: 'Save mine as a copy' }).click();
    await expect.poll(() => search().get('open')).toBe('14');
    expect(server.received(create)[0]?.body.document.dashlets.map(({ title }) => title)).toContain('Core');
  });

  atNight('keeps a draft of the browser that another user has saved over since', async () => {
    const storedDraft = () =>
      Object.entries(localStorage).find(([name]) => name.includes('draft.document.7'));
    await open({ query: '&open=7&edit=true&dashlet=d3' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await expect.poll(storedDraft).toBeDefined();
    const [name, draft] = storedDraft() ?? ['', ''];
    expect(closePage()).toEqual([]);
    localStorage.setItem(name, String(draft));
    const theirs = anEntry(7, undefined, { version: 4, name: 'WAN and LAN links' });
    await open({
      query: '&open=7&edit=true',
      replies: [reply(read, theirs), reply(update, problem('CONFLICT'))],
    });
    await expectVisible(dashlet('Core'));
    await expectVisible(page.getByText(/^Your unsaved changes are restored\. Another user has saved since/));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'WAN links was changed by another user' });
    await expectVisible(dialog.getByText('Name: WAN links → WAN and LAN links'));
    await expectVisible(dialog.getByText('Dashlet Core changed: title'));
  });

  atNight('ignores a draft of the browser that is not readable', async () => {
    const { id } = aSession().user;
    const brokenDraft = '{"version":3,"base":{"document":{}},"draft":{"document":{"version":1}}}';
    localStorage.setItem(`telltale.user-${String(id)}.draft.document.7`, brokenDraft);
    await open({ query: '&open=7&edit=true' });
    await expectVisible(dashlet('Utilization'));
  });

  atNight('requires confirmation before changes are lost, and stores them in the browser', async () => {
    const { search } = await open({ query: '&open=7&edit=true&dashlet=d3' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page
      .getByRole('dialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expectVisible(dashlet('Core'));
    expect(Object.keys(localStorage).some((key) => key.includes('draft.document.7'))).toBe(true);
    expect(search().get('edit')).toBe('true');
  });

  atNight('requires confirmation before signing out, while the session can still save', async () => {
    const { server, path } = await openDashboardsInShell({
      query: '&open=7&edit=true&dashlet=d3',
      replies: [reply(signOut, {})],
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    const leave = async (): Promise<void> => {
      await page.getByRole('button', { name: /Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await leave();
    const prompt = page.getByRole('dialog', { name: 'Discard your changes?' });
    await prompt.getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(dashlet('Core'));
    expect(server.received(signOut)).toEqual([]);
    expect(path()).toBe('/dashboard');
  });

  atNight('undoes moves of two dashlets one by one, and is saved by Control+S', async () => {
    const { server } = await open({ query: '&open=7&edit=true', replies: [reply(update, anEntry(7))] });
    const press = async (name: RegExp, keys: string): Promise<void> => {
      const grip = page.getByRole('button', { name });
      await expectVisible(grip);
      (grip.element() as HTMLElement).focus();
      await userEvent.keyboard(keys);
    };
    await press(/^Move Utilization/, '{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    await press(/^Move In and out/, '{Shift>}{ArrowLeft}{/Shift}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.poll(() => server.received(update).length).toBe(1);
    const widthOf = (id: string) =>
      server.received(update)[0]?.body.document.dashlets.find((one) => one.id === id)?.place.width;
    expect([widthOf('d3'), widthOf('d5')]).toEqual([4, 6]);
  });

  atNight('closes a list before its settings, and leads back to the dashlet', async () => {
    const { search } = await open({ query: '&open=7&edit=true&dashlet=d5' });
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await settings.getByRole('combobox', { name: 'Break down by' }).click();
    await expectVisible(page.getByRole('option').first());
    await userEvent.keyboard('{Escape}');
    expect(search().get('dashlet')).toBe('d5');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => search().get('dashlet')).toBeNull();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Move In and out/);
  });

  atNight('says where the server rejects it', async () => {
    await open({
      query: '&open=7&edit=true&dashlet=d3',
      replies: [reply(update, rejected({ field: 'document.dashlets.3.title', code: 'REQUIRED' }))],
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectVisible(page.getByText(/^Share of the links · title: /));
  });

  it('names what is not valid yet, at its field as well, and is not saved with it', async () => {
    await open({ query: '&open=7&edit=true&dashlet=d3' });
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await openSection('Appearance');
    await settings.getByRole('textbox', { name: 'Minimum' }).fill('90');
    await settings.getByRole('textbox', { name: 'Maximum' }).fill('10');
    await expectVisible(settings.getByText('Not valid yet'));
    await expect
      .element(settings.getByRole('textbox', { name: 'Maximum' }))
      .toHaveAccessibleDescription(problems.AXIS_BOUNDS_INVALID.en);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.element(save).toHaveAccessibleDescription('1 setting is invalid');
  });
});
