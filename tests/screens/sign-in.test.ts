import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPasswordPolicy } from '#schemas/account/password-policy.ts';
import type { StepView } from '#schemas/account/sign-in-step.ts';
import { startingTerms } from '#schemas/account/terms.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { openPage } from './support/browser.ts';
import { fixtureOfFile } from './support/console-of-file.ts';
import { internalOnly } from './fixture/fixture-server.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';

const { browser, fixture } = await fixtureOfFile();
beforeEach(() => {
  fixture.state.signedIn = false;
  fixture.state.steps = [];
  fixture.state.ways = internalOnly;
});

const factor: StepView = { step: 'SECOND_FACTOR_REQUIRED' };
const enrolment: StepView = { step: 'SECOND_FACTOR_ENROLMENT_REQUIRED' };
const update: StepView = {
  step: 'PASSWORD_UPDATE_REQUIRED',
  username: 'admin',
  policy: { ...defaultPasswordPolicy, minDigits: 1, minUppercase: 2 },
  expiresAt: Date.UTC(2026, 10, 24),
};
const terms: StepView = { step: 'TERMS_NOT_ACCEPTED', version: 3, ...startingTerms };
const sso = {
  ...internalOnly,
  providers: [
    ...internalOnly.providers,
    { kind: 'saml' as const, name: 'Example SSO', address: '/api/v1/saml/login' },
  ],
};

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
async function givePassword(page: Page): Promise<void> {
  await page.goto(fixture.url);
  await textbox(page, 'Username').fill('admin');
  await textbox(page, 'Password').fill('right');
  await page.keyboard.press('Enter');
}
const isIn = (page: Page) => page.getByRole('grid').first().waitFor();

describe('the steps behind the password', () => {
  it('are completed one after the other, by keyboard only', async () => {
    fixture.state.steps = [factor, update, terms];
    const { page, context, complaints } = await openPage(browser);
    await givePassword(page);
    await page.getByRole('form', { name: 'Second factor' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This code is incorrect').waitFor();
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await page.getByText('Your password expires on 24 November 2026').waitFor();
    await page.keyboard.press('Tab');
    await textbox(page, 'New password').focus();
    await page.keyboard.type('A Horse beyond the 7 hills');
    await textbox(page, 'Confirm new password').focus();
    await page.keyboard.type('A Horse beyond the 7 hills');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Terms and conditions' }).getByText('15 days').waitFor();
    await page.getByRole('button', { name: 'Accept and continue' }).press('Enter');
    await isIn(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('show each rule of a new password while typing, and faults of the server on submit', async () => {
    fixture.state.steps = [update];
    const { page, context } = await openPage(browser);
    await givePassword(page);
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    await rule('12 to 128 characters (not checked yet)').waitFor();
    const before = await page.getByRole('button', { name: 'Save password' }).boundingBox();
    await textbox(page, 'New password').fill('Password2026');
    await rule('12 to 128 characters (met)').waitFor();
    await rule('2 uppercase letters (not met)').waitFor();
    await rule('Not a common password or forbidden word (not met)').waitFor();
    await rule('1 digit (met)').waitFor();
    await textbox(page, 'New password').fill('taken before, as it is');
    await textbox(page, 'Confirm new password').fill('taken before, as it i');
    await rule('Both entries match (not met)').waitFor();
    await textbox(page, 'Confirm new password').fill('taken before, as it is');
    await rule('Both entries match (met)').waitFor();
    await rule('Differs from the previous password (not checked yet)').waitFor();
    await press(page, 'Save password');
    await rule('Differs from the previous password (not met)').waitFor();
    expect(await page.getByRole('button', { name: 'Save password' }).boundingBox()).toEqual(before);
    await context.close();
  });

  it('set up a second factor with a QR code, and give the recovery codes once', async () => {
    fixture.state.steps = [enrolment];
    const { page, context } = await openPage(browser);
    await givePassword(page);
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await page.getByText('JBSW Y3DP EHPK 3PXP').waitFor();
    await textbox(page, 'Code').fill('123456');
    await press(page, 'Continue');
    await expect
      .poll(() => page.getByRole('list', { name: 'Save your recovery codes' }).getByRole('listitem').count())
      .toBe(10);
    await press(page, 'I have saved them');
    await isIn(page);
    await context.close();
  });

  it('are shown again when the page is loaded in the middle, and can be left', async () => {
    fixture.state.steps = [factor];
    fixture.state.ways = { ...internalOnly, pendingSignIn: true };
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/sign-in`);
    await page.getByRole('form', { name: 'Second factor' }).waitFor();
    await press(page, 'Back to sign-in');
    await textbox(page, 'Password').waitFor();
    expect(fixture.state.steps).toEqual([]);
    await context.close();
  });
});

describe('a password that expires soon', () => {
  it('is warned of at sign-in, where it can be changed at once or later', async () => {
    fixture.state.passwordExpiresAt = Date.UTC(2026, 11, 24);
    const { page, context } = await openPage(browser);
    await givePassword(page);
    await page.getByText('Your password expires on 24 December 2026').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, 'password-warning');
    await press(page, 'Later');
    await isIn(page);
    fixture.state.signedIn = false;
    await givePassword(page);
    await press(page, 'Change now');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    fixture.state.passwordExpiresAt = undefined;
    await context.close();
  });
});

describe('other ways to sign in', () => {
  it('come first, and the password behind them', async () => {
    fixture.state.ways = sso;
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/alert?customer=2`);
    const link = page.getByRole('link', { name: 'Sign in with Example SSO' });
    const address = new URL((await link.getAttribute('href'))!, fixture.url);
    expect(address.pathname).toBe('/api/v1/saml/login');
    expect(address.searchParams.get('next')).toMatch(/^\/alert\?customer=2/);
    expect(await textbox(page, 'Password').count()).toBe(0);
    await press(page, 'Sign in with a password');
    await textbox(page, 'Password').waitFor();
    await context.close();
  });

  it('report their rejection with the text of the catalogue', async () => {
    fixture.state.ways = sso;
    const { page, context } = await openPage(browser, { language: 'fr' });
    await page.goto(`${fixture.url}/sign-in?problem=LOGIN_PROVIDER_REFUSED`);
    await page
      .getByRole('alert')
      .getByText('Le fournisseur d’identité n’a pas confirmé votre identité.')
      .waitFor();
    await page.goto(`${fixture.url}/sign-in?problem=anything`);
    await page.getByRole('link', { name: 'Se connecter avec Example SSO' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });
});

describe('an announcement', () => {
  it('is above the form, or is dismissed first', async () => {
    fixture.state.ways = {
      ...internalOnly,
      announcement: { message: 'Maintenance at noon', format: 'banner' },
    };
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/sign-in`);
    await page.getByRole('status').getByText('Maintenance at noon').waitFor();
    fixture.state.ways = {
      ...internalOnly,
      announcement: { message: 'Maintenance at noon', format: 'popup' },
    };
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'Announcement' });
    await dialog.getByText('Maintenance at noon').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByText('Maintenance at noon').count()).toBe(0);
    await context.close();
  });
});

describe('a forgotten password', () => {
  it('is asked for from the sign-in page', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(fixture.url);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await press(page, 'Send link');
    await page.getByText('Enter your username or e-mail address', { exact: true }).waitFor();
    await textbox(page, 'Username or e-mail address').fill('ada@example.net');
    await page.keyboard.press('Enter');
    await page.getByText('an e-mail with a link is on its way').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await textbox(page, 'Username').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await context.close();
  });

  it('is replaced with the link, which leaves the address at once', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/reset-password#good`);
    await page.getByText('For account admin').waitFor();
    expect(page.url()).toBe(`${fixture.url}/reset-password`);
    await textbox(page, 'New password').fill('a horse beyond the hills');
    await textbox(page, 'Confirm new password').fill('a horse beyond the hills');
    await press(page, 'Save password');
    await page.getByText('Your password was changed. Sign in with the new one.').waitFor();
    await context.close();
  });

  it('has a link that expires, and asks for a new one then', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${fixture.url}/reset-password#old`);
    await page.getByRole('alert').getByText('This reset link has expired.').waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByRole('form', { name: 'Forgot password' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/forgotten-password');
    await context.close();
  });
});

describe('the sign-in page', () => {
  it('does not move when Caps Lock is on', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(fixture.url);
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    const before = await button.boundingBox();
    await textbox(page, 'Password').focus();
    await page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true });
      document.activeElement?.dispatchEvent(event);
    });
    await page.getByText('Caps Lock is on').waitFor();
    expect(await button.boundingBox()).toEqual(before);
    await context.close();
  });

  it('asks users of an outdated browser to update it', async () => {
    const { page, context } = await openPage(browser);
    await page.addInitScript(() => {
      Object.assign(Promise, { withResolvers: undefined });
    });
    await page.goto(fixture.url);
    await page.getByText('This browser is not supported.').waitFor();
    await page.getByText('Ce navigateur n’est pas pris en charge.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, 'unsupported');
    await context.close();
  });
});

describe('every page before the shell', () => {
  const pages: readonly (readonly [string, string, () => void])[] = [
    ['sign-in', '/sign-in', () => undefined],
    ['sign-in-sso', '/sign-in?problem=ACCOUNT_LOCKED_BY_INACTIVITY', () => (fixture.state.ways = sso)],
    ['factor', '/sign-in', () => under(factor)],
    ['enrolment', '/sign-in', () => under(enrolment)],
    ['update', '/sign-in', () => under(update)],
    ['terms', '/sign-in', () => under(terms)],
    ['forgotten', '/forgotten-password', () => undefined],
    ['reset', '/reset-password#good', () => undefined],
  ];
  const under = (step: StepView): void => {
    fixture.state.steps = [step];
    fixture.state.ways = { ...internalOnly, pendingSignIn: true };
  };
  for (const [name, path, prepare] of pages)
    it(`${name} has no accessibility fault`, async () => {
      for (const { theme, language } of looks) {
        prepare();
        const { page, context, complaints } = await openPage(browser, { theme, language });
        await page.goto(`${fixture.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('form, .tt-sign-in-methods').first().waitFor();
        if (name === 'update')
          await page.locator('input[autocomplete="new-password"]').first().fill('Password2026');
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await shot(page, `${name}-${theme}-${language}`);
        await context.close();
      }
    });
});
