import { describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const telltale = await consoleOfFile();
const acme = telltale.customers.get('acme')!;
const place = { x: 0, y: 0, width: 12, height: 8 };

/** A dashboard with a filter. */
async function dashboardOf(name: string): Promise<number> {
  await telltale.account({ username: `author of ${name}`, permissions: permissionKeys });
  const author = await telltale.signedIn(`author of ${name}`);
  const settings = { element: 'site', properties: [{ property: 'name' }] };
  const document = {
    version: 1,
    filters: [{ id: 'site', element: 'site' }],
    dashlets: [{ id: 'd0', type: 'inventory', title: 'Our sites', place, settings }],
  };
  const made = await author.send('POST', `/api/v1/customers/${String(acme)}/dashboard`, {
    body: { name, document },
  });
  return made.json<{ id: number }>().id;
}

describe('a short link', () => {
  it('opens the dashboard as it was shown, with its period locked, for those who may read it', async () => {
    const id = await dashboardOf('Night');
    const address = `/dashboard?customer=${String(acme)}&open=${String(id)}&period=360&selection=site.${String(
      [...telltale.inventory().sites.values()].find(({ customer }) => customer === acme)?.id,
    )}`;
    const { page } = await telltale.open(address, { language: 'en', theme: 'light' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('article', { name: 'Our sites' }).waitFor();
    const copied = async (item: string): Promise<string> => {
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).waitFor();
      await shot(page, 'dashboard-link-light-en');
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await page.getByText('Link copied.').first().waitFor();
      return await page.evaluate(() => navigator.clipboard.readText());
    };
    const link = await copied('Copy link');
    expect(link).toMatch(/\/link\/[\w-]{10}$/);
    await expect.poll(() => copied('Copy link with locked period'), soon).not.toBe(link);
    const locked = await page.evaluate(() => navigator.clipboard.readText());

    const reader = await telltale.open(new URL(link).pathname, {
      permissions: ['DASHBOARD.read'],
      customers: ['acme'],
      language: 'en',
      theme: 'dark',
    });
    await reader.page.getByRole('heading', { level: 1, name: 'Night' }).waitFor();
    const search = () => new URL(reader.page.url()).searchParams;
    expect([search().get('period'), search().get('selection')]).toEqual([
      '360',
      new URL(address, 'http://x').searchParams.get('selection'),
    ]);
    await reader.page.goto(locked);
    await reader.page.getByRole('heading', { level: 1, name: 'Night' }).waitFor();
    const [from = 0, to = 0] = (search().get('period') ?? '').split('-').map(Number);
    expect(to - from).toBe(360 * 60);

    const stranger = await telltale.open(new URL(link).pathname, {
      permissions: ['DASHBOARD.read'],
      customers: ['globex'],
      language: 'en',
      theme: 'dark',
    });
    expect(await stranger.page.getByRole('heading', { level: 1, name: 'Night' }).count()).toBe(0);
    await stranger.page.getByRole('heading', { name: 'This link leads to no page' }).waitFor();
    await stranger.page.getByRole('link', { name: 'Go to start page' }).waitFor();
  });
});
