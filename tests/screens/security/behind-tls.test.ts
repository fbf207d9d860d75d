import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import { openServer, PASSWORD, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { browserOfWorker, closePages, watchPage } from '../support/browser.ts';
import { openReverseProxy, type ReverseProxy } from '../support/reverse-proxy.ts';

const browser = await browserOfWorker();
let proxy: ReverseProxy;
let server: ServerUnderTest;
beforeAll(async () => {
  const { key, certificate } = selfSigned();
  proxy = await openReverseProxy({ tls: { key, cert: certificate } });
  server = await openServer({
    publicUrl: proxy.origin,
    trustedProxies: ['127.0.0.1'],
    webFolder: resolve('dist/web'),
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  proxy.leadTo((server.app.server.address() as AddressInfo).port);
});
afterAll(async () => {
  await closePages(browser);
  proxy.close();
  await server.close();
});

const openPage = async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  return { context, page, complaints: watchPage(page) };
};

/** Signs in by the form, and waits until alarms are live. */
async function signIn(username: string) {
  await server.account({ username, permissions: ['ALERT.read'] });
  const opened = await openPage();
  const { page } = opened;
  await page.goto(`${proxy.origin}/alert?customer=${String(server.customers.get('acme'))}`);
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill(username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  return opened;
}

const cookieNames = (cookies: readonly { readonly name: string }[]) =>
  cookies.map(({ name }) => name).toSorted();

describe('behind a proxy that ends TLS', () => {
  it('a user signs in with cookies of this host alone, sees live alarms over a secure socket, and signs out', async () => {
    const { page, context, complaints } = await signIn('secure');
    const cookies = await context.cookies();
    expect(cookieNames(cookies)).toEqual(['X-CSRF-Token', '__Host-device', '__Host-sid']);
    for (const { name, secure, httpOnly, path, domain, sameSite } of cookies) {
      const isRead = name === 'X-CSRF-Token';
      expect([name, { secure, httpOnly, path, domain, sameSite }]).toEqual([
        name,
        { secure: true, httpOnly: !isRead, path: '/', domain: '127.0.0.1', sameSite: 'Lax' },
      ]);
    }
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a session cookie without the prefix, as another host or a plain page could set it, is no session', async () => {
    const { context } = await signIn('tossed');
    const token = (await context.cookies()).find(({ name }) => name === '__Host-sid')?.value;
    const request = (name: string) =>
      fetch(`http://127.0.0.1:${String((server.app.server.address() as AddressInfo).port)}/api/v1/session`, {
        headers: { cookie: `${name}=${token ?? ''}` },
      });
    expect([(await request('sid')).status, (await request('__Host-sid')).status]).toEqual([401, 200]);
    await context.close();
  });
});
