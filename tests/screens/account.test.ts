import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';

const { browser, fixture } = await fixtureOfFile();
beforeEach(() => {
  fixture.state.signedIn = false;
});

describe('the sign-in page', () => {
  it('opens the page that was asked for, by keyboard only', async () => {
    const { page, context, complaints } = await openPage(browser);
    await page.goto(`${fixture.url}/alert?customer=2`);
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('username');
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('right');
    await page.keyboard.press('Enter');
    await page.getByRole('grid', { name: 'Running alarms' }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe('2');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('warns after wrong credentials that too many tries lock the account, and keeps the username', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(fixture.url);
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Too many tries lock the account').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('admin');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    await context.close();
  });

  it('points at the entry that is missing and sends nothing', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(fixture.url);
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your password').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe(
      'current-password',
    );
    await context.close();
  });

  it('shows the password on demand', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(fixture.url);
    await page.getByRole('textbox', { name: 'Password' }).fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await page.getByRole('textbox', { name: 'Password' }).getAttribute('type')).toBe('text');
    await context.close();
  });

  it('reports an ended session when a call is rejected, and returns to the same page', async () => {
    fixture.state.signedIn = true;
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/alert?customer=3`);
    await page.getByRole('grid').waitFor();
    // Before its live connection is open, which would say it.
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    fixture.state.signedIn = false;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill('right');
    await page.keyboard.press('Enter');
    await page.getByRole('grid').waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe('3');
    await context.close();
  });

  it('speaks the language of the browser, and another on demand', async () => {
    const { page, context } = await openPage(browser, { language: 'fr' });
    await page.goto(fixture.url);
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
    await page.getByRole('button', { name: /Langue/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await context.close();
  });
});
