import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { openBrowser, openPage } from './support/browser.ts';
import { startFixture, type Fixture } from './fixture/fixture-server.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

let browser: Browser;
let fixture: Fixture;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  fixture = await startFixture();
  fixture.state.signedIn = true;
  return () => fixture.close();
});

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('one’s own account', () => {
  it('is reached from the menu of the user', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/cc/alert`);
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
    await context.close();
  });

  it('stays in the space of the selected customer, and follows another selection', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/alert?customer=3`);
    await page.getByRole('button', { name: 'Customer: Cobalt Energy' }).waitFor();
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'My account' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByRole('button', { name: 'Customer: Cobalt Energy' }).click();
    await page.getByRole('option', { name: 'Delta Freight' }).click();
    await page.getByRole('button', { name: 'Customer: Delta Freight' }).waitFor();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await page.getByRole('link', { name: 'Telltale' }).click();
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/alert');
    expect(new URL(page.url()).searchParams.get('customer')).toBe('4');
    await context.close();
  });

  it.each([
    [true, ['ALERT.read', 'MISC.THEME.write']],
    [false, ['ALERT.read']],
  ] as const)('changes the theme only with the right for it: %s', async (may, permissions) => {
    fixture.state.permissions = permissions;
    const { page, context } = await openPage(browser, { theme: 'dark' });
    await page.goto(`${fixture.url}/account`);
    const theme = page.getByRole('button', { name: 'Theme' });
    expect(await theme.getAttribute('aria-disabled')).toBe(may ? null : 'true');
    await theme.click({ force: true });
    const light = page.getByRole('menuitemcheckbox', { name: 'Light' });
    const shownIn = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    if (may) await light.click();
    else
      await page
        .getByText(/^You need the permission “.*[Tt]heme/)
        .first()
        .waitFor();
    await expect.poll(shownIn).toBe(may ? 'light' : 'dark');
    expect(await light.count()).toBe(0);
    await context.close();
  });

  it('stores language, theme and date format in the account, for any machine', async () => {
    const first = await openPage(browser, { theme: 'dark' });
    await first.page.goto(`${fixture.url}/account`);
    const box = part(first.page, 'Language, dates and theme');
    const choose = async (label: string, option: string) => {
      await box.getByRole('combobox', { name: label }).click();
      await first.page.getByRole('option', { name: option, exact: true }).click();
    };
    await box.getByText(/^Current time: \d+ \w+ \d{4}, \d\d:\d\d\.$/).waitFor();
    await choose('Dates', 'American');
    await box.getByText(/^Current time: \w+ \d+, \d{4}, \d\d:\d\d\.$/).waitFor();
    await choose('Theme', 'Light');
    await choose('Language', 'Français');
    await first.page.getByRole('heading', { name: 'Mon compte' }).waitFor();
    await expect
      .poll(() => fixture.state.preferences)
      .toEqual({ dates: 'en', theme: 'light', language: 'fr' });
    await shot(first.page, 'own-preferences');
    await first.context.close();

    const second = await openPage(browser, { theme: 'dark' });
    await second.page.goto(`${fixture.url}/account`);
    await second.page.getByText(/^Heure actuelle\s: \w+ \d+, \d{4}/).waitFor();
    const theme = () => second.page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    expect(await theme()).toBe('light');
    await second.context.close();
  });

  it('changes the password after the current one', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/account`);
    const box = part(page, 'Password');
    const entry = (name: string) => box.getByRole('textbox', { name, exact: true });
    await box.getByRole('button', { name: 'Change password' }).click();
    await box.getByText('Enter your current password').waitFor();
    await entry('Current password').fill('wrong');
    await entry('New password').fill('a horse beyond the hills');
    await entry('Confirm new password').fill('a horse beyond the hills');
    await box.getByRole('button', { name: 'Change password' }).click();
    await box.getByRole('alert').getByText('The current password is not correct.').waitFor();
    await entry('Current password').fill('right');
    await box.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed. Your other sessions were ended.').waitFor();
    expect(await entry('New password').inputValue()).toBe('');
    await context.close();
  });

  it('switches the second factor on and off', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/account`);
    const box = part(page, 'Second factor');
    await box.getByRole('button', { name: 'Set up' }).click();
    await box.getByRole('textbox', { name: 'Current password' }).fill('right');
    await page.keyboard.press('Enter');
    await box.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await box.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.keyboard.press('Enter');
    await box.getByRole('alert').getByText('This code is incorrect').waitFor();
    await box.getByRole('textbox', { name: 'Code' }).fill('123456');
    await page.keyboard.press('Enter');
    await box.getByRole('button', { name: 'I have saved them' }).click();
    await box.getByText('10 recovery codes left').waitFor();
    await box.getByRole('button', { name: 'Turn off' }).click();
    await box.getByRole('textbox', { name: 'Current password' }).fill('right');
    await page.keyboard.press('Enter');
    await box.getByRole('button', { name: 'Set up' }).waitFor();
    expect(fixture.state.factorOn).toBe(false);
    await context.close();
  });

  it('lists where one is signed in, and ends one or all of the others', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/account`);
    const box = part(page, 'Active sessions');
    const rows = box.getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await box.getByRole('button', { name: 'End the session from 192.0.2.2' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await box.getByRole('button', { name: 'End all other sessions' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(fixture.state.sessions.map(({ current }) => current)).toEqual([true]);
    await context.close();
  });

  it('has no accessibility fault', async () => {
    for (const { theme, language } of looks) {
      const { page, context, complaints } = await openPage(browser, { theme, language });
      await page.goto(`${fixture.url}/account`);
      await page.getByRole('button', { name: /^(Set up|Configurer)$/ }).waitFor();
      await page.getByText('192.0.2.2').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await shot(page, `own-account-${theme}-${language}`);
      await page.setViewportSize({ width: 1_280, height: 900 });
      await shot(page, `own-account-${theme}-${language}-1280`);
      await context.close();
    }
  });
});
