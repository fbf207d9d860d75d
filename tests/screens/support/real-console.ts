import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { freePort } from '#platform/embedded/free-port.ts';
import { signInSteps } from '#schemas/account/sign-in-step.ts';
import { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import { CSRF_NAME } from '#schemas/limit/account.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { Problem } from '#schemas/problem/problem.ts';
import { defaultRates } from '#server/kernel/rate/limit-rates.ts';
import {
  openServer,
  PASSWORD,
  type ServerUnderTest,
  type UnderTestOptions,
} from '#tests/fixtures/server/server-under-test.ts';
import { openPage, type PageOptions } from './browser.ts';
import { PagePool } from './page-pool.ts';

interface Opened {
  readonly page: Page;
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

export interface RealConsole extends ServerUnderTest {
  readonly url: string;
  /** A page of a new visitor. */
  readonly visit: (path: string, options?: PageOptions) => Promise<Opened>;
  /** A signed-in page of a new user of these rights; every right and every customer when left out. */
  readonly open: (
    path: string,
    options?: PageOptions & { permissions?: readonly Permission[]; customers?: readonly string[] },
  ) => Promise<Opened>;
}

/** With the requests that the form sends, and the cookies of the context: the form itself is of the tests of the sign-in. */
async function signIn(context: BrowserContext, url: string, username: string): Promise<void> {
  await context.request.get(`${url}${listAuthProviders.path}`);
  const token = (await context.cookies(url)).find(({ name }) => name === CSRF_NAME)?.value ?? '';
  const response = await context.request.post(`${url}${signInWithPassword.path}`, {
    headers: { origin: url, [CSRF_NAME]: decodeURIComponent(token) },
    data: { username, password: PASSWORD },
  });
  if (response.ok()) return;
  // A step behind the password is part of what the page then shows.
  const { code } = Problem.parse(await response.json());
  if (!signInSteps.some((step) => step === code)) throw new Error(`sign-in answers ${code}`);
}

/** The built console on the real server and stores, for screens that change what they show. */
export async function startConsole(
  browser: Chromium,
  options: Pick<
    UnderTestOptions,
    | 'startsAt'
    | 'adjacent'
    | 'engine'
    | 'readOnly'
    | 'sdwanAllowedNetworks'
    | 'oidcAllowedNetworks'
    | 'licenseAuthorities'
  > = {},
): Promise<RealConsole> {
  const port = await freePort(0);
  const url = `http://127.0.0.1:${String(port)}`;
  const server = await openServer({
    ...options,
    publicUrl: url,
    // Every user of a test comes from this machine's address.
    rates: { ...defaultRates, signInsPerAddress: 1_000 },
    webFolder: resolve('dist/web'),
  });
  await server.app.listen({ host: '127.0.0.1', port });
  if ((server.app.server.address() as AddressInfo).port !== port) throw new Error('another port');
  const pages = new PagePool(browser, url);
  let made = 0;
  return {
    ...server,
    url,
    async visit(path, options) {
      const { page, context, complaints } = await openPage(browser, options);
      await page.goto(`${url}${path}`);
      return { page, complaints, close: () => context.close() };
    },
    async open(path, { permissions = permissionKeys, customers, ...options } = {}) {
      made += 1;
      const username = `viewer-${String(made)}`;
      await server.account({ username, permissions, ...(customers === undefined ? {} : { customers }) });
      const { page, context, complaints, release } = await pages.take(options);
      await signIn(context, url, username);
      await page.goto(`${url}${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      return { page, complaints, close: release };
    },
  };
}
