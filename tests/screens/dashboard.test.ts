import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

interface RequestedPage {
  readonly requests: readonly { readonly id: string; readonly series: readonly { readonly kpi: string }[] }[];
}

const telltale = await consoleOfFile();
const at = (path: string): string => `${path}?customer=${String(telltale.customers.get('acme')!)}`;

describe('dashboards', () => {
  it('are built from nothing, saved, and read by others as they were saved', async () => {
    const mine = await telltale.open(at('/dashboard'), { language: 'en', theme: 'dark' });
    const { page } = mine;
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'New dashboard' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Links of the night');
    await form.getByRole('combobox', { name: 'Folder' }).fill('NOC/WAN');
    // A new one is private.
    await form.getByRole('combobox', { name: 'Visibility' }).click();
    await page.getByRole('option', { name: 'Public' }).click();
    await form.getByRole('button', { name: 'Create' }).click();
    for (const type of ['Timeline', 'Table', 'Inventory']) {
      await page.getByRole('button', { name: 'Add a dashlet' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: type, exact: true }).click();
      await page.getByRole('complementary', { name: /^Settings of/ }).waitFor();
    }
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await settings.getByRole('textbox', { name: 'Title' }).fill('Places');
    await page.getByRole('article', { name: 'Places' }).waitFor();
    await shot(page, 'dashboard-editor-dark-en');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).waitFor();
    // What is not saved survives a reload.
    await settings.getByRole('textbox', { name: 'Title' }).fill('Places of the night');
    const queries: string[] = [];
    page.once('dialog', async (query) => {
      queries.push(query.type());
      await query.accept();
    });
    await page.reload();
    await page.getByText('Your unsaved changes are restored.').waitFor();
    expect(queries).toEqual(['beforeunload']);
    await page.getByRole('article', { name: 'Places of the night' }).waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page
      .getByRole('dialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Discard changes' })
      .click();
    await page.getByRole('article', { name: 'Places', exact: true }).waitFor();

    const reader = await telltale.open(at('/dashboard'), {
      language: 'en',
      theme: 'light',
      permissions: ['DASHBOARD.read'],
      customers: ['acme'],
    });
    await reader.page.getByRole('gridcell', { name: 'Links of the night', exact: true }).dblclick();
    const places = reader.page.getByRole('article', { name: 'Places' });
    await expect.poll(() => places.getByRole('row').count(), soon).toBeGreaterThan(1);
    expect(await reader.page.getByRole('article').count()).toBe(3);
    expect(
      await reader.page.getByRole('button', { name: 'Edit', exact: true }).getAttribute('aria-disabled'),
    ).toBe('true');
    await shot(reader.page, 'dashboard-light-en');

    // Opened by its address it requests its first values before it is drawn, and takes them.
    const requested: string[] = [];
    reader.page.on('request', (request) => {
      if (!new URL(request.url()).pathname.endsWith('/data')) return;
      const { requests } = request.postDataJSON() as RequestedPage;
      requested.push(...requests.map(({ id, series }) => `${id} ${series.map(({ kpi }) => kpi).join()}`));
    });
    const openAgain = async (): Promise<void> => {
      requested.length = 0;
      await reader.page.reload();
      await places.getByRole('row').first().waitFor();
      await expect.poll(() => reader.page.getByText('Waiting', { exact: true }).count(), soon).toBe(0);
    };
    const expectOnce = (): void => {
      expect(requested.length).toBe(new Set(requested).size);
      expect(requested.length).toBeGreaterThan(0);
    };
    await openAgain();
    expectOnce();

    // Where the code of the early requests comes late, the page sends its own alone.
    const late = Promise.withResolvers<undefined>();
    await reader.page.route('**/open-document-*.js', async (route) => {
      await late.promise;
      await route.continue();
    });
    await openAgain();
    late.resolve(undefined);
    await reader.page.waitForLoadState('networkidle');
    expectOnce();
  });

  atNight.each(process.env['NIGHTLY'] === 'true' ? ['/home', '/mt/dashboard', '/mt/home'] : ['/mt/home'])(
    '%s has a library of its own',
    async (path) => {
      const { page } = await telltale.open(path.startsWith('/mt') ? path : at(path), {
        language: 'fr',
        theme: 'light',
      });
      await page.getByRole('button', { name: 'Nouveau', exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: 'Nom' }).fill(`Page ${path}`);
      await form.getByRole('button', { name: 'Créer' }).click();
      await page.getByText('Ce tableau de bord est vide').waitFor();
      await page.getByRole('button', { name: 'Terminer' }).click();
      await page.getByRole('button', { name: 'Bibliothèque' }).click();
      await expect
        .poll(() => page.getByRole('gridcell', { name: `Page ${path}`, exact: true }).count(), soon)
        .toBe(1);
    },
  );

  atNight('of the home pages one is what a user sees after signing in', async () => {
    const { page } = await telltale.open(at('/home'), { language: 'en', theme: 'dark' });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill('My morning');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('button', { name: 'Library' }).click();
    await page.getByRole('button', { name: 'Actions on My morning' }).click();
    await page.getByRole('menuitem', { name: 'Use as my home page' }).click();
    await page.getByText(/^The home page for .+ is changed\.$/).waitFor();
    await page.goto(new URL('/', page.url()).href);
    await expect
      .poll(() => page.getByRole('heading', { level: 1, name: 'My morning' }).count(), soon)
      .toBe(1);
  });
});
