import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openServer, PASSWORD } from '#tests/fixtures/server/server-under-test.ts';
import { browserOfWorker, closePages, openPage } from '../support/browser.ts';
import { openReverseProxy, type ReverseProxyOptions } from '../support/reverse-proxy.ts';

const BASE = '/noc';
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const browser = await browserOfWorker();
closing.push(() => closePages(browser));

/** A user who has signed in behind a proxy, and looks at the alarms of a customer. */
async function signedInBehind(options: ReverseProxyOptions) {
  const { origin, outside, leadTo, close } = await openReverseProxy({ base: BASE, ...options });
  closing.push(close);
  const server = await openServer({ publicUrl: `${origin}${BASE}`, webFolder: resolve('dist/web') });
  closing.push(() => server.close());
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  leadTo((server.app.server.address() as AddressInfo).port);
  await server.account({ username: 'proxied', permissions: ['ALERT.read'] });

  const { page, context, complaints } = await openPage(browser);
  const customer = String(server.customers.get('acme'));
  await page.goto(`${origin}${BASE}/alert?customer=${customer}`);
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill('proxied');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const isLive = async () => {
    await page.getByRole('heading', { name: 'Alerting' }).waitFor();
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  };
  await isLive();
  return { page, context, complaints, customer, outside, isLive, leadTo, server };
}

/** A path that the proxy keeps takes the same way at night. */
const proxies = [['strips', true] as const, ['keeps', false] as const];

it.each(process.env['NIGHTLY'] === 'true' ? proxies : proxies.slice(0, 1))(
  'below a base path, which the proxy %s, a user signs in, reloads a page and signs out',
  async (_, strips) => {
    const { page, context, complaints, customer, outside, isLive } = await signedInBehind({ strips });
    expect(new URL(page.url()).pathname).toBe(`${BASE}/alert`);

    await page.reload();
    await isLive();
    expect(new URL(page.url()).searchParams.get('customer')).toBe(customer);

    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname.startsWith(`${BASE}/`)).toBe(true);
    expect(outside.filter((url) => url !== '/favicon.ico')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('behind a proxy that blocks WebSockets, alarms are live over HTTP, and the page says so', async () => {
  const { page, context, outside } = await signedInBehind({ strips: true, blocksWebSockets: true });
  await page.getByText('This network blocks WebSockets.').waitFor();
  expect(outside.filter((url) => url !== '/favicon.ico')).toEqual([]);
  await context.close();
});

it('a dialog or menu that cannot open while the server does not respond says so, and the page stays as it is', async () => {
  const { page, context, leadTo, server } = await signedInBehind({ strips: true });
  const shown = page.getByRole('region', { name: 'Running alarms' });
  await shown.waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  leadTo(1);
  await page.keyboard.press('?');
  const notOpened = page.getByText('Not opened: the server does not respond.');
  await notOpened.waitFor();
  expect(await shown.isVisible()).toBe(true);
  const group = page.getByRole('button', { name: 'Group: none' });
  await group.click();
  await expect.poll(() => notOpened.count()).toBe(2);
  leadTo((server.app.server.address() as AddressInfo).port);
  // The browser does not load the code again: the page is reloaded.
  const reloaded = page.waitForEvent('load');
  await group.click();
  await reloaded;
  await group.click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await context.close();
});

it('a page whose code is not there while the server does not respond opens when it responds', async () => {
  const { page, context, leadTo, server } = await signedInBehind({ strips: true });
  await page.getByRole('button', { name: /Account of/ }).click();
  const account = page.getByRole('menuitem', { name: 'Account' });
  await account.waitFor();
  // A closed port.
  leadTo(1);
  await account.click();
  await page.getByText('The server does not respond. The page opens when it does.').waitFor();
  leadTo((server.app.server.address() as AddressInfo).port);
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${BASE}/account`);
  await context.close();
});
