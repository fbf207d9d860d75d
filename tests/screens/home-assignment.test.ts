import { describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile();
const place = { x: 0, y: 0, width: 12, height: 8 };

/** A home page of the multi-client space that every customer may read. */
async function sharedHome(name: string): Promise<void> {
  await telltale.account({ username: `author of ${name}`, permissions: permissionKeys });
  const author = await telltale.signedIn(`author of ${name}`);
  const settings = { element: 'site', properties: [{ property: 'name' }] };
  const dashlets = [{ id: 'd0', type: 'inventory', title: 'Our sites', place, settings }];
  const body = { name, document: { version: 1, dashlets } };
  const made = await author.send('POST', '/api/v1/mt/home', { body });
  const { id } = made.json<{ id: number }>();
  const share = { version: 1, everyone: true, profiles: [], clients: [] };
  await author.send('PUT', `/api/v1/mt/share-resource/home/${String(id)}`, { body: share });
}

describe('home pages', () => {
  it('are assigned to a customer, whose users land on theirs without any other right', async () => {
    await sharedHome('Welcome');
    const { page } = await telltale.open('/mt/home', { language: 'en', theme: 'light' });
    await page.getByRole('button', { name: 'Assign…' }).click();
    await page.getByRole('heading', { level: 1, name: 'Assigned home pages' }).waitFor();
    await page.getByRole('textbox', { name: 'Find by name' }).fill('acme');
    await page.getByRole('button', { name: 'Assign a home page to Customer acme' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign a home page to Customer acme' });
    await dialog.getByRole('combobox', { name: 'Home page' }).click();
    await page.getByRole('option', { name: 'Welcome' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Customer acme: the home page is Welcome.').waitFor();
    await page.getByRole('gridcell', { name: 'Welcome' }).waitFor();
    await shot(page, 'home-assignment-light-en');
    expect(await accessibilityFaults(page)).toEqual([]);

    const guest = await telltale.open('/', {
      permissions: [],
      customers: ['acme'],
      language: 'fr',
      theme: 'dark',
    });
    await expect
      .poll(() => guest.page.getByRole('heading', { level: 1, name: 'Welcome' }).count(), soon)
      .toBe(1);
    const sites = guest.page.getByRole('article', { name: 'Our sites' });
    await expect.poll(() => sites.getByRole('row').count(), soon).toBeGreaterThan(1);
    await shot(guest.page, 'home-guest-dark-fr');
    const links = guest.page.getByRole('navigation').getByRole('link', { name: 'Tableaux de bord' });
    expect(await links.count()).toBe(0);

    await page.getByRole('button', { name: 'Actions on Customer acme' }).click();
    await page.getByRole('menuitem', { name: 'Remove assignment' }).click();
    await page.getByText('Customer acme no longer has an assigned home page.').waitFor();
  });

  it('are assigned by those who see every customer only', async () => {
    const { page } = await telltale.open('/mt/home', {
      language: 'en',
      theme: 'dark',
      permissions: ['TEMPLATE.HOME.write'],
      customers: ['acme'],
    });
    expect(await page.getByRole('button', { name: 'Assign…' }).getAttribute('aria-disabled')).toBe('true');
  });
});
