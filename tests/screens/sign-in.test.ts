import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { updatePreferences } from '#schemas/account/routes.ts';
import { PASSWORD } from '#tests/fixtures/server/server-under-test.ts';
import { codeShown } from '#tests/fixtures/server/visitor.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const telltale = await consoleOfFile();
const customer = String(telltale.customers.get('globex'));
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signInForm = (page: Page) => page.getByRole('form', { name: 'Sign in' });

async function submitPassword(page: Page, username: string): Promise<void> {
  await textbox(page, 'Username').fill(username);
  await textbox(page, 'Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signInForm(page).waitFor();
}

describe('a user', () => {
  it('opens the page that was requested, by keyboard only, signs in again over the page once the session has ended', async () => {
    const id = await telltale.account({ username: 'b.roy', permissions: ['ALERT.read'] });
    const { page, complaints, close } = await telltale.visit(`/alert?customer=${customer}`);
    await signInForm(page).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('username');
    await page.keyboard.type('b.roy');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Alerting' }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe(customer);
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();

    const { page: provider, ...provided } = await telltale.open(`/mt/user?open=${String(id)}`);
    await provider.getByRole('button', { name: 'End sessions' }).click();
    await provider.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByText('Your session has ended.').waitFor();
    await shot(page, 'session-ended');
    await textbox(page, 'Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe(customer);

    await signOut(page);
    expect(new URL(page.url()).searchParams.get('next')).toBeNull();
    await page.goBack();
    await signInForm(page).waitFor();
    expect(complaints).toEqual([]);
    await Promise.all([close(), provided.close()]);
  });

  atNight(
    'finds the preferences on another machine, and sets up a second factor that the next sign-in requires',
    async () => {
      await telltale.account({ username: 'c.lune', permissions: ['ALERT.read', 'MISC.THEME.write'] });
      const first = await telltale.visit('/account');
      const { page } = first;
      await submitPassword(page, 'c.lune');
      const factor = page.getByRole('region', { name: 'Second factor' });
      await factor.getByRole('button', { name: 'Set up' }).click();
      await factor.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await factor.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      const secret = (await factor.locator('code').first().textContent()) ?? '';
      const code = (by: number) => codeShown(secret.replaceAll(/\s/g, ''), telltale.clock.now(), by);
      await factor.getByRole('textbox', { name: 'Code' }).fill(code(0));
      await page.keyboard.press('Enter');
      await factor.getByRole('button', { name: 'I have saved them' }).click();
      await factor.getByText('10 recovery codes left').waitFor();

      const preferences = page.getByRole('region', { name: 'Language, dates and theme' });
      const choose = async (label: string, option: string) => {
        await preferences.getByRole('combobox', { name: label }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      await choose('Dates', 'American');
      await choose('Theme', 'Light');
      const stored = page.waitForResponse(
        (response) =>
          response.url().endsWith(updatePreferences.path) &&
          response.request().postData()?.includes('"fr"') === true,
      );
      await choose('Language', 'Français');
      await page.getByRole('heading', { name: 'Mon compte' }).waitFor();
      // The page changes at once; closing it earlier would cancel the request.
      await stored;
      await shot(page, 'own-preferences');
      await first.close();

      const second = await telltale.visit('/account', { theme: 'dark' });
      await submitPassword(second.page, 'c.lune');
      await second.page.getByRole('form', { name: 'Second factor' }).waitFor();
      await textbox(second.page, 'Code').fill(code(1));
      await second.page.keyboard.press('Enter');
      await second.page.getByText(/^Heure actuelle\s: \w+ \d+, \d{4}/).waitFor();
      const theme = () => second.page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
      await expect.poll(theme, soon).toBe('light');
      expect([...first.complaints, ...second.complaints]).toEqual([]);
      await second.close();
    },
  );
});

atNight(
  'the address of the sign-in of another product leads to this one, then to the start page',
  async () => {
    await telltale.account({ username: 'd.gray', permissions: ['ALERT.read'], customers: ['globex'] });
    const { page, complaints, close } = await telltale.visit('/login?redirect=//evil.example');
    await signInForm(page).waitFor();
    expect(page.url()).toBe(`${telltale.url}/sign-in`);
    await submitPassword(page, 'd.gray');
    await page.getByRole('heading', { name: 'Alerting' }).waitFor();
    // A session leads to the start page, wherever the sign-in is looked for.
    for (const path of ['/login', '/auth/login', '/sign-in', '/sign-in?next=%2Falert']) {
      await page.goto(`${telltale.url}${path}`);
      await page.getByRole('heading', { name: 'Alerting' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/alert');
    }
    await signOut(page);
    await page.goto(`${telltale.url}/signin`);
    await signInForm(page).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);

atNight(
  'a link to a new password that expired is reported, leaves the address, and can be requested again',
  async () => {
    const { page, complaints, close } = await telltale.visit('/reset-password#old');
    await page.getByRole('alert').getByText('This reset link has expired.').waitFor();
    expect(page.url()).toBe(`${telltale.url}/reset-password`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByRole('form', { name: 'Forgot password' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/forgotten-password');
    expect(complaints).toEqual([]);
    await close();
  },
);

atNight('users of an outdated browser read that they must update it', async () => {
  const { page, close } = await telltale.visit('/sign-in');
  await page.addInitScript(() => {
    Object.assign(Promise, { withResolvers: undefined });
  });
  await page.reload();
  await page.getByText('This browser is not supported.').waitFor();
  await page.getByText('Ce navigateur n’est pas pris en charge.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shot(page, 'unsupported');
  await close();
});

atNight('the sign-in page has the language of the browser', async () => {
  const { page, complaints, close } = await telltale.visit('/', { language: 'fr' });
  await button(page, 'Se connecter').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr');
  expect(complaints).toEqual([]);
  await close();
});

atNight.each([
  ['its session', '**/api/v1/session'],
  ['its code', '**/assets/console-*.js'],
])(
  'a page that the server keeps waiting for %s says so, and opens when the server responds',
  async (_, awaited) => {
    const { page, complaints, close } = await telltale.open(`/alert?customer=${customer}`);
    await page.getByRole('heading', { name: 'Alerting' }).waitFor();
    const responds = Promise.withResolvers<void>();
    await page.route(awaited, async (route) => {
      await responds.promise;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Waiting for the server' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, 'waiting');
    responds.resolve();
    await page.getByRole('heading', { name: 'Alerting' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);

atNight.each([
  [
    'page',
    'away',
    `/alert?customer=${customer}`,
    (page: Page) => page.getByRole('heading', { name: 'Alerting' }),
  ],
  ['wall', 'behind a proxy that finds no server', '/wall', (page: Page) => page.locator('.tt-wall-page')],
] as const)(
  'a %s that finds the server %s opens by itself when the server responds',
  async (_, why, address, opened) => {
    const { page, close } = await telltale.open(address);
    await opened(page).waitFor();
    await page.route('**/api/v1/session', (route) =>
      why === 'away' ? route.abort('connectionrefused') : route.fulfill({ status: 502, body: 'Bad Gateway' }),
    );
    // Not a reload: soon after one, the page waits longer.
    await page.goto(page.url());
    await page.getByText('The server does not respond. The page opens when it does.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unroute('**/api/v1/session');
    await opened(page).waitFor();
    await close();
  },
);
