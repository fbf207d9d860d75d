import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signOut } from '#schemas/account/routes.ts';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine } from '#schemas/data/data-answer.ts';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments, providerDocuments } from '#schemas/dashboard/routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { problemOf } from '#schemas/problem/problem.ts';
import { now } from '#web/lib/clock.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { axeFaults, closePage, renderPage } from '#web/testing/render-page.tsx';
import type { RenderOptions } from '#web/testing/render-page.tsx';
import { lines, pending, problem, rejected, reply } from '#web/testing/replies.ts';
import { aResult, aSummary, anEntry, documentReplies, lastAsked } from './testing/documents.ts';

const { create, update, read, duplicate, markFavourite } = customerDocuments.dashboard;

const open = (options: RenderOptions & { readonly query?: string } = {}) => {
  const { query = '', replies = [], ...rest } = options;
  return renderPage(`/dashboard?customer=1${query}`, {
    replies: [...documentReplies(), ...replies],
    ...rest,
  });
};
const dashlet = (name: string) => page.getByRole('article', { name });

describe('the library of dashboards', () => {
  it.each([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const)(
    'lists them with folder, owner and favourites, %d pixels, %s, %s',
    async (width, theme, language) => {
      const { server, search } = await open({ width, theme, language, replies: [reply(markFavourite, {})] });
      await expectVisible(page.getByRole('gridcell', { name: 'Site overview' }));
      expect(await axeFaults()).toEqual([]);
      if (language === 'fr') return;
      await page.getByRole('combobox', { name: 'Folder' }).click();
      await page.getByRole('option', { name: 'NOC', exact: true }).click();
      await expect.poll(() => search().get('folder')).toBe('NOC');
      expect(page.getByRole('gridcell', { name: 'Site overview' }).query()).toBeNull();
      await page.getByRole('button', { name: 'Add WAN links to your favourites' }).click();
      await expectVisible(page.getByRole('button', { name: 'Remove WAN links from your favourites' }));
      expect(server.received(markFavourite)).toMatchObject([
        { params: { resourceId: 7 }, body: { favourite: true } },
      ]);
    },
  );

  it('says that the templates are being read where it is not there yet', async () => {
    await open({ replies: [reply(customerDocuments.dashboard.list, pending)] });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect
      .element(page.getByRole('combobox', { name: 'Start with' }))
      .toHaveAccessibleDescription('The templates are being read.');
  });

  it('creates one from a template of the provider and opens it', async () => {
    const { server, search } = await open({ replies: [reply(duplicate, anEntry(12))] });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByRole('combobox', { name: 'Start with' }).click();
    await page.getByRole('option', { name: 'Template: Site overview' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => search().get('open')).toBe('12');
    expect(server.received(duplicate)).toMatchObject([
      { params: { resourceId: 9 }, body: { name: 'Site overview' } },
    ]);
    // The library is gone, and the next Tab leads into the page.
    await expect.poll(() => document.activeElement?.id).toBe('content');
  });
});

describe('a file of a dashboard', () => {
  const { import: importRoute } = customerDocuments.dashboard;
  const file = {
    ...{
      format: 'telltale-document',
      version: 1,
      kind: 'dashboard',
      name: 'Campus',
      description: '',
      folder: '',
    },
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

  it('that is no JSON says where, and one with faults where they are', async () => {
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

  it('is checked once under a name that is typed, and not while it is typed', async () => {
    const found = {
      ...{ document: null, unknownKpis: [], leftOut: [] },
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

  it('that is none says so', async () => {
    await open({ replies: [reply(importRoute, problem('VALIDATION'))] });
    await choose(JSON.stringify({ ...file, name: '' }));
    const dialog = page.getByRole('dialog', { name: 'Import from a file' });
    await expectVisible(dialog.getByRole('alert').first());
    await expect
      .element(dialog.getByRole('button', { name: 'Import', exact: true }))
      .toHaveAccessibleDescription('Choose a file first.');
  });
});

/** Data with states of some requests; the others are ready. */
const answering = (states: Readonly<Record<string, DataLine>>) =>
  reply(readData, ({ body }) =>
    lines(
      readData,
      ...body.requests.map(
        (request): DataLine =>
          states[request.id] ?? { state: 'ready', id: request.id, result: aResult(request) },
      ),
      { state: 'end' },
    ),
  );

describe('a dashboard', () => {
  it.each([
    [1440, 'light', 'en'],
    [390, 'dark', 'fr'],
  ] as const)('shows its dashlets, asked in one call, %d pixels, %s, %s', async (width, theme, language) => {
    const { server } = await open({ query: '&open=7', width, theme, language });
    await expectVisible(dashlet('Busiest links').getByRole('img', { name: /^Busiest links/ }));
    if (width > 1_000) {
      await expectVisible(dashlet('Utilization').getByRole('meter', { name: 'Inbound utilisation' }));
      await expectVisible(dashlet('Share of the links').getByRole('img'));
      await expectVisible(dashlet('Sites').getByRole('gridcell', { name: 'Nantes' }).first());
      expect(server.received(readData)).toHaveLength(1);
    } else expect(server.received(readData)[0]?.body.requests.length).toBeLessThan(6);
    expect(await axeFaults()).toEqual([]);
  });

  it('fills the window without header and menu in full screen, until Escape', async () => {
    const { search } = await open({ query: '&open=7&full=true', width: 1440 });
    await expectVisible(dashlet('Busiest links').getByRole('img', { name: /^Busiest links/ }));
    const main = page.getByRole('main').element().getBoundingClientRect();
    expect([main.left, main.top, main.width, main.height]).toEqual([0, 0, innerWidth, innerHeight]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => search().get('full')).toBeNull();
    await expectVisible(page.getByRole('banner'));
  });

  it('asks only for the new steps of the dashlets that a closed window concerns', async () => {
    const { server } = await open({ query: '&open=7' });
    await expectVisible(dashlet('Utilization').getByRole('meter').first());
    const start = Math.floor(now() / 300_000) * 300;
    const notice = { customer: 1, granularity: '5m', length: 300, watermark: now() } as const;
    liveServer.send('window', { ...notice, of: 'flows', start });
    liveServer.send('window', { ...notice, of: 'samples', start });
    await expect.poll(() => lastAsked(server, 'd1')?.since).toBeGreaterThan(start - 600);
    expect(lastAsked(server, 'd1')?.ranked).toHaveLength(5);
  });

  it('shows another period, which stays in the address', async () => {
    const { server, search } = await open({ query: '&open=7' });
    await page.getByRole('button', { name: /^Last 24/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Last 7/ }).click();
    await expect.poll(() => search().get('period')).toBe('10080');
    const days = () => {
      const { from, to } = lastAsked(server, 'd1') ?? { from: 0, to: 0 };
      return (to - from) / 86_400;
    };
    await expect.poll(days).toBe(7);
  });

  it('is filtered by elements that are selected by typing', async () => {
    const { server, search } = await open({ query: '&open=7' });
    await page.getByRole('button', { name: 'Site: All' }).click();
    const dialog = page.getByRole('dialog', { name: 'Site' });
    await dialog.getByRole('combobox', { name: 'Site' }).fill('nan');
    await page.getByRole('option', { name: 'Nantes' }).click();
    await expect.poll(() => search().get('selection')).toBe('site.2');
    await expect.poll(() => lastAsked(server, 'd1')?.filters).toMatchObject([{ element: 'site', ids: [2] }]);
  });

  it('explains its values to those who watch the platform', async () => {
    const explanation = {
      statements: [
        { sql: 'SELECT 1 FROM measures', elapsedMs: 12, readRows: 4_000, readBytes: 64_000, sharedBy: 2 },
        { sql: 'SELECT 2 FROM measures', elapsedMs: 0, readRows: 0, readBytes: 0, sharedBy: 1 },
      ],
      formulas: [
        {
          kpi: 'itf_in_util',
          strategy: 'after spatial' as const,
          formulas: [{ scope: 'snmp', formula: 'in / speed' }],
        },
      ],
      ...{ queuedMs: 3, dataAge: 42 },
    };
    const answer = reply(readData, ({ body }) =>
      lines(
        readData,
        ...body.requests.map((request): DataLine => ({
          ...{ state: 'ready', id: request.id },
          result: { ...aResult(request), ...(request.explain && { explanation }) },
        })),
        { state: 'end' },
      ),
    );
    await open({ query: '&open=7', replies: [answer] });
    await page.getByRole('button', { name: 'Actions on Busiest links' }).click();
    await page.getByRole('menuitem', { name: 'Explain' }).click();
    const dialog = page.getByRole('dialog', { name: 'How Busiest links is computed' });
    await expectVisible(dialog.getByText('SELECT 1 FROM measures'));
    await expectVisible(dialog.getByText(/for 2 dashlets$/));
    await expectVisible(dialog.getByText(/^Nothing read/));
    await expectVisible(dialog.getByText('computed after spatial aggregation'));
    expect(await axeFaults()).toEqual([]);
  });

  it('says that a KPI or a selected element was deleted under the open page', async () => {
    const answer = answering({
      d1: {
        state: 'error',
        id: 'd1',
        problem: problemOf('DASHLET_KPI_UNKNOWN', { params: { kpi: 'own_kpi' } }),
      },
      d2: { state: 'error', id: 'd2', problem: problemOf('DASHLET_NO_MATCH') },
    });
    await open({ query: '&open=7', replies: [answer] });
    await expectVisible(dashlet('Busiest links').getByText('The KPI own_kpi no longer exists.'));
    const unmatched = dashlet('Inbound utilisation, Outbound utilisation');
    await expectVisible(unmatched.getByText('Selected elements may have been deleted.'));
    await expectVisible(dashlet('Utilization').getByRole('meter').first());
  });

  it('says of each dashlet what is wrong, and keeps the others', async () => {
    const answer = answering({
      d1: { state: 'error', id: 'd1', problem: problemOf('TOO_MUCH_DATA') },
      d2: { state: 'error', id: 'd2', problem: problemOf('DASHLET_NO_DATA') },
      d4: { state: 'error', id: 'd4', problem: problemOf('SERIES_TOO_LONG', { params: { max: 577 } }) },
    });
    await open({ query: '&open=7', replies: [answer] });
    // A filter cures it, asking again does not.
    await dashlet('Busiest links').getByRole('button', { name: 'Choose: Site' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Site' }));
    await userEvent.keyboard('{Escape}');
    expect(dashlet('Busiest links').getByRole('alert').elements()).toEqual([]);
    // Trying again would not shorten the period.
    await expectVisible(dashlet('Share of the links').getByText(/at most 577 points/));
    expect(dashlet('Share of the links').getByRole('button', { name: 'Try again' }).query()).toBeNull();
    await expectVisible(dashlet('Utilization').getByRole('meter').first());
    expect(dashlet('Inbound utilisation, Outbound utilisation').getByRole('row').query()).toBeNull();
  });
});

describe('an edited dashboard', () => {
  it('shows each change at once, undoes and redoes it, and is saved', async () => {
    const saved = anEntry(7, { version: 1, dashlets: [] }, { version: 4 });
    const { server } = await open({ query: '&open=7&edit=true', replies: [reply(update, saved)] });
    await page.getByRole('button', { name: 'Add a dashlet' }).click();
    await page.getByRole('menuitem', { name: 'Gauge' }).click();
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

  it('leads the keyboard to a new dashlet, its copy, and from a deleted one to the next', async () => {
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
    await choose('Add a dashlet', 'Inventory');
    await expect.poll(focused).toMatch(/^Move (?!Sites)/);
    await choose('Actions on Utilization', 'Duplicate');
    await expect.poll(focused).toMatch(/^Move Utilization/);
    await choose('Actions on Utilization', 'Delete');
    await expect.poll(focused).toMatch(/^Move Share of the links/);
  });

  it('moves and resizes a dashlet by keys', async () => {
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

  it('keeps the changes of both when another user saved first', async () => {
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
    // Closing the question answers nothing.
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

  it('merges what two users changed, asking only where both changed the same', async () => {
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
    const question = page.getByRole('group', { name: 'Title of Core' });
    await expect.element(merge).toHaveAttribute('aria-disabled', 'true');
    server.set(reply(update, anEntry(7, { ...document, dashlets }, { ...renamed, version: 6 })));
    await question.getByRole('radio', { name: 'Theirs: Edge' }).click();
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

  it('undoes what was changed before it was saved, and before a merge', async () => {
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

  it.each([
    ['that no longer exists', reply(listKpiDescriptions, { kpis: [] }), 'The KPI own_kpi no longer exists.'],
    ['as not existing only once all have loaded', reply(listKpiDescriptions, pending), ''],
  ])('names a KPI %s in its settings', async (_, directory, description) => {
    const lost = { type: 'gauge', title: 'Core', place: { x: 0, y: 0, width: 6, height: 6 } };
    const settings = { series: [{ kpi: 'own_kpi' }] };
    const dashlets = [{ ...{ id: 'd1', ...lost }, settings }] as WrittenDocument['dashlets'];
    await renderPage('/dashboard?customer=1&open=7&edit=true&dashlet=d1', {
      replies: [...documentReplies(anEntry(7, { version: 1, dashlets })), directory],
    });
    await expect
      .element(page.getByRole('combobox', { name: 'KPI', exact: true }))
      .toHaveAccessibleDescription(description);
  });

  it('keeps the changes when another user deleted it, as a copy if wanted', async () => {
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

  it('keeps a draft of the browser that another user has saved over since', async () => {
    const kept = () => Object.entries(localStorage).find(([name]) => name.includes('draft.document.7'));
    await open({ query: '&open=7&edit=true&dashlet=d3' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await expect.poll(kept).toBeDefined();
    const [name, draft] = kept() ?? ['', ''];
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

  it('ignores a draft of the browser that is not readable', async () => {
    const { id } = aSession().user;
    const kept = '{"version":3,"base":{"document":{}},"draft":{"document":{"version":1}}}';
    localStorage.setItem(`telltale.user-${String(id)}.draft.document.7`, kept);
    await open({ query: '&open=7&edit=true' });
    await expectVisible(dashlet('Utilization'));
  });

  it('asks before changes are lost, and keeps them in the browser', async () => {
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

  it('asks before signing out, while the session can still save', async () => {
    const { server, path } = await open({
      query: '&open=7&edit=true&dashlet=d3',
      replies: [reply(signOut, {})],
    });
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    const leave = async (): Promise<void> => {
      await page.getByRole('button', { name: /Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await leave();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectVisible(dashlet('Core'));
    expect(server.received(signOut)).toEqual([]);
    expect(path()).toBe('/dashboard');
  });

  it('undoes moves of two dashlets one by one, and is saved by Control+S', async () => {
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

  it('closes a list before its settings, and leads back to the dashlet', async () => {
    const { search } = await open({ query: '&open=7&edit=true&dashlet=d5' });
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await settings.getByRole('combobox', { name: 'Rows' }).click();
    await expectVisible(page.getByRole('option').first());
    await userEvent.keyboard('{Escape}');
    expect(search().get('dashlet')).toBe('d5');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => search().get('dashlet')).toBeNull();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Move In and out/);
  });

  it('says where the server rejects it', async () => {
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
    await settings.getByRole('textbox', { name: 'Minimum' }).fill('90');
    await settings.getByRole('textbox', { name: 'Maximum' }).fill('10');
    await expectVisible(settings.getByText('Not valid yet'));
    await expect
      .element(settings.getByRole('textbox', { name: 'Maximum' }))
      .toHaveAccessibleDescription(problems.THRESHOLDS_INVALID.en);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.element(save).toHaveAccessibleDescription('1 setting is invalid');
  });
});

it('a dashboard that does not exist says so, with the way to the library', async () => {
  const { search } = await open({ query: '&open=70', replies: [reply(read, problem('NOT_FOUND'))] });
  await expectVisible(page.getByText('This dashboard does not exist'));
  await page.getByRole('button', { name: 'Open the library' }).click();
  await expect.poll(() => search().get('open')).toBeNull();
  await expectVisible(page.getByRole('gridcell', { name: 'Site overview' }));
});

it('a dashboard of the provider is edited in the multi-client space only', async () => {
  const shared = anEntry(7, undefined, { ...aSummary(7), edit: 'multi-client', visibility: 'multi-client' });
  const { path, search } = await open({
    query: '&open=7',
    replies: [
      reply(read, shared),
      reply(providerDocuments.dashboard.read, shared),
      reply(providerDocuments.dashboard.markOpened, {}),
    ],
  });
  await page.getByRole('button', { name: 'Edit in the Admin space' }).click();
  await expect.poll(path).toBe('/mt/dashboard');
  expect(Object.fromEntries(search())).toMatchObject({ open: '7', for: '1', edit: 'true' });
});
