import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openServer, PASSWORD } from '#tests/fixtures/server/server-under-test.ts';
import { browserOfWorker, closePages, openPage } from './support/browser.ts';

const BASE = '/noc';
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

interface ProxyOptions {
  /** Whether it strips the base path. */
  readonly strips: boolean;
  readonly blocksWebSockets?: boolean;
}

/** A reverse proxy for everything below the base path, and for nothing else. Returns its address, and sets where it leads. */
async function proxy({ strips, blocksWebSockets = false }: ProxyOptions) {
  let port = 0;
  const outside: string[] = [];
  const pathOf = (url: string): string => (strips ? url.slice(BASE.length) || '/' : url);
  const server = createServer((received, response) => {
    const { url = '/', method, headers } = received;
    if (!url.startsWith(BASE)) {
      outside.push(url);
      response.writeHead(404).end();
      return;
    }
    const sent = forward({ port, method, headers, path: pathOf(url) }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    received.pipe(sent);
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
  });
  server.on('upgrade', ({ url = '/', headers }, socket, head) => {
    if (blocksWebSockets) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    const sent = forward({ port, headers, path: pathOf(url) });
    sent.on('upgrade', (reply, peer, first) => {
      const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      peer.write(head);
      peer.pipe(socket).pipe(peer);
      for (const one of [peer, socket]) one.on('error', () => peer.destroy());
    });
    sent.on('error', () => socket.destroy());
    socket.on('close', () => sent.destroy());
    sent.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    outside,
    leadTo: (to: number) => {
      port = to;
    },
  };
}

const browser = await browserOfWorker();
closing.push(() => closePages(browser));

/** A user who has signed in behind a proxy, and looks at the alarms of a customer. */
async function signedInBehind(options: ProxyOptions) {
  const { origin, outside, leadTo } = await proxy(options);
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
