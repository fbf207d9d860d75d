import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const { browser, fixture } = await fixtureOfFile();
beforeEach(() => {
  fixture.state.signedIn = true;
});
afterEach(() => {
  fixture.state.permissions = undefined;
});

async function openAlerts(language: 'en' | 'fr' = 'en') {
  const opened = await openPage(browser, { language });
  await opened.page.goto(`${fixture.url}/alert?customer=2`);
  await opened.page.getByRole('grid').waitFor();
  const live = language === 'en' ? 'Live' : 'En direct';
  await opened.page.getByRole('banner').getByText(live, { exact: true }).waitFor();
  return opened;
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const withoutAlerts = permissionKeys.filter((key) => !key.startsWith('ALERT'));

describe('an open page whose user', () => {
  it('loses a permission closes its screens within two seconds, and opens them again when it is restored', async () => {
    const { page, context, complaints } = await openAlerts();
    await menu(page).getByRole('link', { name: 'Alerting' }).waitFor();
    fixture.state.permissions = withoutAlerts;
    fixture.rights();
    await page
      .getByRole('heading', { name: 'You do not have access to this page' })
      .waitFor({ timeout: PROPAGATION_TIMEOUT_MS });
    expect(await menu(page).getByRole('link', { name: 'Alerting' }).count()).toBe(0);
    expect(await page.getByRole('grid').count()).toBe(0);
    await shot(page, 'rights-lost');
    fixture.state.permissions = undefined;
    fixture.rights();
    await page.getByRole('grid', { name: 'Running alarms' }).waitFor({ timeout: PROPAGATION_TIMEOUT_MS });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lost a permission before its connection opened follows as soon as it connects', async () => {
    const { page, context } = await openPage(browser);
    const open = Promise.withResolvers<void>();
    await page.routeWebSocket('**/socket.io/**', async (socket) => {
      await open.promise;
      socket.connectToServer();
    });
    await page.goto(`${fixture.url}/alert?customer=2`);
    await page.getByRole('grid').waitFor();
    fixture.state.permissions = withoutAlerts;
    fixture.rights();
    open.resolve();
    await page
      .getByRole('heading', { name: 'You do not have access to this page' })
      .waitFor({ timeout: PROPAGATION_TIMEOUT_MS });
    expect(await page.getByRole('grid').count()).toBe(0);
    await context.close();
  });

  it('is signed out elsewhere reports it, clears its data, and returns to its place after sign-in', async () => {
    const { page, context } = await openAlerts();
    fixture.state.signedIn = false;
    fixture.ended();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByText('Running alarms').count()).toBe(0);
    await shot(page, 'session-ended');
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill('right');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('grid', { name: 'Running alarms' }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe('2');
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    await context.close();
  });

  it('may not open a page reads why, in French too', async () => {
    fixture.state.permissions = withoutAlerts;
    const { page, context } = await openPage(browser, { language: 'fr' });
    await page.goto(`${fixture.url}/alert?customer=2`);
    await page.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' }).waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    await shot(page, 'page-rejected-fr');
    await context.close();
  });
});

describe('signing out', () => {
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
  };

  it('forgets everything: the next user begins at the first page', async () => {
    const { page, context } = await openAlerts();
    await signOut(page);
    expect(fixture.state.signedIn).toBe(false);
    expect(new URL(page.url()).searchParams.get('next')).toBeNull();
    expect(await page.getByRole('grid').count()).toBe(0);
    await page.goBack();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('reports a sign-out that did not reach the server', async () => {
    const { page, context } = await openAlerts();
    await page.route('**/api/v1/session', (route) => route.abort());
    await signOut(page);
    await page.getByText('Sign-out could not reach the server').waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    await shot(page, 'not-signed-out');
    await context.close();
  });
});

describe('a delta that asks for a new snapshot', () => {
  it('is answered by one', async () => {
    const { page, context } = await openAlerts();
    const asked = page.waitForRequest((request) => request.url().includes('/customers/2/alert'));
    // The page may join the room a moment after it says that it is live.
    const again = setInterval(() => {
      fixture.alert({ epoch: 'resync', seq: 0, at: Date.now(), customer: 2 });
    }, 100);
    expect((await asked.finally(() => clearInterval(again))).method()).toBe('GET');
    await context.close();
  });
});

describe('the password', () => {
  it('has a word beside it while Caps Lock is on', async () => {
    fixture.state.signedIn = false;
    const { page, context } = await openPage(browser);
    await page.goto(fixture.url);
    const field = page.getByRole('textbox', { name: 'Password' });
    await field.focus();
    const press = (on: boolean) =>
      field.evaluate((element, modifierCapsLock) => {
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, modifierCapsLock }));
      }, on);
    await press(true);
    await page.getByText('Caps Lock is on').waitFor();
    await press(false);
    await expect.poll(() => page.getByText('Caps Lock is on').count(), soon).toBe(0);
    await context.close();
  });
});
