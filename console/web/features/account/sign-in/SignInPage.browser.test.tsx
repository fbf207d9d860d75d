import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { requestPasswordReset } from '#schemas/account/password-routes.ts';
import { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import type { StepView } from '#schemas/account/sign-in-step.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { aSession, customers } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { renderConsole } from '#web/testing/render-console.ts';
import { axeFaults, type RenderOptions } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { ownAccountReplies } from '../testing/account-replies.ts';
import { signInReplies, stepViews, UNCHANGED } from '#web/testing/sign-in-replies.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const internal = { kind: 'internal' as const, name: 'internal' };
const sso = { kind: 'saml' as const, name: 'Example SSO', address: '/api/v1/saml/login' };
const none = { providers: [internal], announcement: null, pendingSignIn: false };

interface Options extends RenderOptions {
  readonly steps?: readonly StepView[];
}
const open = (address = '/alert?customer=1&map=false', options: Options = {}) => {
  const { replies = [], ...remaining } = options;
  return renderConsole(address, {
    ...remaining,
    replies: [...alertReplies(), ...ownAccountReplies(), ...signInReplies(options), ...replies],
  });
};
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const isSignedIn = () => expectVisible(page.getByRole('grid'));
const focused = () => document.activeElement?.getAttribute('name');

async function givePassword(): Promise<void> {
  await textbox('Username').fill('admin');
  await textbox('Password').fill('right');
  await userEvent.keyboard('{Enter}');
}

describe('the sign-in page', () => {
  it('opens the page that was requested, by keyboard only', async () => {
    const { search } = await open('/alert?customer=2&map=false');
    await expectVisible(page.getByRole('form', { name: 'Sign in' }));
    await expect.poll(focused).toBe('username');
    await userEvent.keyboard('admin{Tab}right{Enter}');
    await expectVisible(page.getByRole('grid', { name: 'Running alarms' }));
    expect(search().get('customer')).toBe('2');
  });

  atNight.each([
    ['several customers: the alarms across them', customers, '/cc/alert', null],
    ['one customer: its alarms', customers.slice(4, 5), '/alert', '5'],
  ])('leads a user of %s', async (_who, seen, landing, customer) => {
    const session = aSession({ customers: seen });
    const { path, search } = await open('/', { session, replies: customerAlertReplies() });
    await givePassword();
    await isSignedIn();
    expect(path()).toBe(landing);
    expect(search().get('customer')).toBe(customer);
  });

  atNight.each(['/login', '/signin/', '/auth/login?redirect=https%3A%2F%2Fevil.example', '/Users/Sign_in'])(
    'is what the address of the sign-in of another product leads to, and after it the start page: %s',
    async (address) => {
      const { path, search } = await open(address, { replies: customerAlertReplies() });
      await expectVisible(page.getByRole('form', { name: 'Sign in' }));
      expect([path(), search().get('next')]).toEqual(['/sign-in', null]);
      await givePassword();
      await isSignedIn();
      expect(path()).toBe('/cc/alert');
    },
  );

  it.each(['/sign-in?next=%2Flogin', '/sign-in?next=%2F%2Fevil.example%2Flogin'])(
    'leads to the start page where the address names a sign-in or another site: %s',
    async (address) => {
      const { path } = await open(address, { replies: customerAlertReplies() });
      await givePassword();
      await isSignedIn();
      expect(path()).toBe('/cc/alert');
    },
  );

  atNight(
    'is passed over by who is signed in and looks for it, while other addresses stay unknown',
    async () => {
      const signedIn = { replies: [...alertReplies(), ...customerAlertReplies()] };
      const { path } = await renderConsole('/login', signedIn);
      await isSignedIn();
      expect(path()).toBe('/cc/alert');
      await renderConsole('/login-elsewhere', signedIn);
      await expectVisible(page.getByText('Page not found'));
    },
  );

  it('warns after wrong credentials that too many tries lock the account, and keeps the username', async () => {
    await open();
    await textbox('Username').fill('admin');
    await textbox('Password').fill('wrong');
    await press('Sign in');
    await expectVisible(page.getByRole('alert').getByText('Too many tries lock the account'));
    await expect.element(textbox('Username')).toHaveValue('admin');
    await expect.element(textbox('Password')).toHaveValue('');
  });

  atNight('points at the entry that is missing and sends nothing', async () => {
    const { server } = await open();
    await textbox('Username').fill('admin');
    await press('Sign in');
    await expectVisible(page.getByText('Enter your password'));
    await expect.element(textbox('Password')).toHaveFocus();
    expect(server.received(signInWithPassword)).toEqual([]);
  });

  atNight('shows the password on demand', async () => {
    await open();
    await textbox('Password').fill('secret');
    await press('Show password');
    await expect.element(textbox('Password')).toHaveAttribute('type', 'text');
  });

  atNight('changes its language on demand', async () => {
    await open('/sign-in', { language: 'fr' });
    await expectVisible(page.getByRole('button', { name: 'Se connecter' }));
    await page.getByRole('button', { name: /Langue/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click();
    await expectVisible(page.getByRole('button', { name: 'Sign in' }));
    expect(document.documentElement.lang).toBe('en');
  });

  atNight('has a word next to the password while Caps Lock is on, and does not move', async () => {
    await open();
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await expectVisible(button);
    const before = button.element().getBoundingClientRect();
    const field = textbox('Password').element() as HTMLInputElement;
    const type = (modifierCapsLock: boolean) => {
      field.focus();
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, modifierCapsLock }));
    };
    type(true);
    await expectVisible(page.getByText('Caps Lock is on'));
    expect(button.element().getBoundingClientRect()).toEqual(before);
    type(false);
    await expectHidden(page.getByText('Caps Lock is on'));
  });
});

describeAtNight('the steps behind the password', () => {
  it('are completed one after the other, by keyboard only', async () => {
    await open(undefined, { steps: [stepViews.factor, stepViews.update, stepViews.terms] });
    await givePassword();
    await expectVisible(page.getByRole('form', { name: 'Second factor' }));
    await expect.poll(focused).toBe('code');
    await userEvent.keyboard('000000{Enter}');
    await expectVisible(page.getByRole('alert').getByText('This code is incorrect'));
    await userEvent.keyboard('123456{Enter}');
    await expectVisible(page.getByText('Your password expires on 24 November 2026'));
    for (const name of ['New password', 'Confirm new password']) {
      (textbox(name).element() as HTMLElement).focus();
      await userEvent.keyboard('A Horse beyond the 7 hills');
    }
    await userEvent.keyboard('{Enter}');
    await expectVisible(page.getByRole('region', { name: 'Terms and conditions' }).getByText('15 days'));
    (page.getByRole('button', { name: 'Accept and continue' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await isSignedIn();
  });

  it('show each rule of a new password while typing, and faults of the server on submit', async () => {
    await open(undefined, { steps: [stepViews.update] });
    await givePassword();
    const hasRule = (text: string) => expectVisible(page.getByRole('listitem').filter({ hasText: text }));
    await hasRule('12 to 128 characters (not checked yet)');
    const save = page.getByRole('button', { name: 'Save password' }).element();
    const before = save.getBoundingClientRect();
    await textbox('New password').fill('Password2026');
    await hasRule('12 to 128 characters (met)');
    await hasRule('2 uppercase letters (not met)');
    await hasRule('Not a common password or forbidden word (not met)');
    await hasRule('1 digit (met)');
    await textbox('New password').fill(UNCHANGED);
    await textbox('Confirm new password').fill(UNCHANGED.slice(0, -1));
    await hasRule('Both entries match (not met)');
    await textbox('Confirm new password').fill(UNCHANGED);
    await hasRule('Both entries match (met)');
    await hasRule('Differs from the previous password (not checked yet)');
    await press('Save password');
    await hasRule('Differs from the previous password (not met)');
    expect(save.getBoundingClientRect()).toEqual(before);
  });

  it('set up a second factor with a QR code, and give the recovery codes once', async () => {
    await open(undefined, { steps: [stepViews.enrolment] });
    await givePassword();
    await expectVisible(page.getByRole('img', { name: 'QR code for the authenticator app' }));
    await expectVisible(page.getByText('JBSW Y3DP EHPK 3PXP'));
    await textbox('Code').fill('123456');
    await press('Continue');
    const codes = page.getByRole('list', { name: 'Save your recovery codes' }).getByRole('listitem');
    await expect.poll(() => codes.elements().length).toBe(10);
    await press('I have saved them');
    await isSignedIn();
  });

  it('are shown again when the page is loaded in the middle, and can be left', async () => {
    const pending = reply(listAuthProviders, { ...none, pendingSignIn: true });
    await open('/sign-in', { steps: [stepViews.factor], replies: [pending] });
    await expectVisible(page.getByRole('form', { name: 'Second factor' }));
    await press('Back to sign-in');
    await expectVisible(textbox('Password'));
  });
});

describe('a password that expires soon', () => {
  const session = aSession({ passwordExpiresAt: Date.UTC(2026, 11, 24) });

  it.each(['Later', 'Change now'])('is warned of at sign-in: %s', async (choice) => {
    const { path } = await open(undefined, { session });
    await givePassword();
    await expectVisible(page.getByText('Your password expires on 24 December 2026'));
    expect(await axeFaults()).toEqual([]);
    await press(choice);
    await expect.poll(path).toBe(choice === 'Later' ? '/alert' : '/account');
  });
});

describe('other ways to sign in', () => {
  const replies = [reply(listAuthProviders, { ...none, providers: [internal, sso] })];

  it('come first, and the password behind them', async () => {
    await open('/alert?customer=2&map=false', { replies });
    const link = page.getByRole('link', { name: 'Sign in with Example SSO' });
    await expectVisible(link);
    const address = new URL(link.element().getAttribute('href') ?? '', location.href);
    expect(address.pathname).toBe('/api/v1/saml/login');
    expect(address.searchParams.get('next')).toMatch(/^\/alert\?customer=2/);
    expect(textbox('Password').elements()).toEqual([]);
    await press('Sign in with a password');
    await expectVisible(textbox('Password'));
  });

  atNight.each([
    ['LOGIN_PROVIDER_REFUSED', 'Le fournisseur d’identité n’a pas confirmé votre identité.'],
    ['anything', undefined],
  ])('report their rejection with the text of the catalogue: %s', async (code, text) => {
    await open(`/sign-in?problem=${code}`, { replies, language: 'fr' });
    await expectVisible(page.getByRole('link', { name: 'Se connecter avec Example SSO' }));
    const alert = page.getByRole('alert');
    expect(alert.elements().map(({ textContent }) => textContent)).toEqual(text === undefined ? [] : [text]);
  });
});

describe('an announcement', () => {
  const announced = (format: 'banner' | 'popup') => ({
    replies: [
      reply(listAuthProviders, { ...none, announcement: { message: 'Maintenance at noon', format } }),
    ],
  });

  atNight('is above the form', async () => {
    await open('/sign-in', announced('banner'));
    await expectVisible(page.getByRole('status').getByText('Maintenance at noon'));
  });

  it('is in the language of the visitor where it has one', async () => {
    const announcement = { message: 'At noon', messageFr: 'À midi', format: 'banner' as const };
    const replies = [reply(listAuthProviders, { ...none, announcement })];
    await open('/sign-in', { replies, language: 'fr' });
    await expectVisible(page.getByRole('status').getByText('À midi'));
  });

  atNight(
    'takes two lines of a telephone until the visitor opens it, so that the form is in sight',
    async () => {
      const announcement = { message: 'Works tonight at every site. '.repeat(12), format: 'banner' as const };
      await open('/sign-in', { replies: [reply(listAuthProviders, { ...none, announcement })], width: 390 });
      const message = page.getByText('Works tonight');
      await expectVisible(message);
      const heightOf = () => message.element().getBoundingClientRect().height;
      await press('Show the entire announcement');
      await expect.poll(heightOf).toBeGreaterThan(80);
      await expectHidden(page.getByRole('button', { name: 'Show the entire announcement' }));
    },
  );

  atNight('is dismissed first', async () => {
    await open('/sign-in', announced('popup'));
    await expectVisible(page.getByRole('dialog', { name: 'Announcement' }).getByText('Maintenance at noon'));
    await userEvent.keyboard('{Escape}');
    await expectHidden(page.getByText('Maintenance at noon'));
  });
});

describe('a forgotten password', () => {
  it('is requested from the sign-in page', async () => {
    const { path } = await open('/sign-in', { replies: [reply(requestPasswordReset, {})] });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await press('Send link');
    await expectVisible(page.getByText('Enter your username or e-mail address', { exact: true }));
    await textbox('Username or e-mail address').fill('ada@example.net');
    await userEvent.keyboard('{Enter}');
    await expectVisible(page.getByText('an e-mail with a link is on its way'));
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expectVisible(textbox('Username'));
    expect(path()).toBe('/sign-in');
  });
});

describe('every page before the shell', () => {
  const pending = (step: StepView) => ({
    steps: [step],
    replies: [reply(listAuthProviders, { ...none, pendingSignIn: true })],
  });
  const withSso = { replies: [reply(listAuthProviders, { ...none, providers: [internal, sso] })] };

  it.each<readonly [string, string, Options]>([
    ['sign-in', '/sign-in', {}],
    ['identity provider', '/sign-in?problem=ACCOUNT_LOCKED_BY_INACTIVITY', withSso],
    ['second factor', '/sign-in', pending(stepViews.factor)],
    ['enrolment', '/sign-in', pending(stepViews.enrolment)],
    ['password', '/sign-in', pending(stepViews.update)],
    ['terms', '/sign-in', pending(stepViews.terms)],
    ['forgotten password', '/forgotten-password', {}],
  ])('has no accessibility fault: %s', async (_, address, options) => {
    await open(address, options);
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await expect.poll(() => document.querySelector('form, .tt-sign-in-methods')).not.toBeNull();
    expect(await axeFaults()).toEqual([]);
  });
});
