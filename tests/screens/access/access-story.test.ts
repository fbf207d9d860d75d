import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { menuEntries } from '#schemas/menu/table.ts';
import { en as accountEn } from '#web/features/account/texts/en.ts';
import { fr as accountFr } from '#web/features/account/texts/fr.ts';
import { en as customerEn } from '#web/features/customer/texts/en.ts';
import { fr as customerFr } from '#web/features/customer/texts/fr.ts';
import { en as resourceEn } from '#web/kernel/resource/texts/en.ts';
import { fr as resourceFr } from '#web/kernel/resource/texts/fr.ts';
import { en as roleEn } from '#web/features/role/texts/en.ts';
import { fr as roleFr } from '#web/features/role/texts/fr.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { en as userEn } from '#web/features/user/texts/en.ts';
import { fr as userFr } from '#web/features/user/texts/fr.ts';
import { en as kernelEn } from '#web/kernel/text/en.ts';
import { fr as kernelFr } from '#web/kernel/text/fr.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import { languagesOf } from '../support/languages.ts';
import { browserOfWorker, closePages, openPage } from '../support/browser.ts';
import { startConsole, type RealConsole } from '../support/real-console.ts';
import { shot } from '../support/shot.ts';
import { mailLogin, startMailServer } from '../story/mail-server.ts';

const words = {
  en: {
    account: accountEn,
    customer: customerEn,
    role: roleEn,
    resource: resourceEn,
    user: userEn,
    kernel: kernelEn,
  },
  fr: {
    account: accountFr,
    customer: customerFr,
    role: roleFr,
    resource: resourceFr,
    user: userFr,
    kernel: kernelFr,
  },
};
type Language = keyof typeof words;

/** The text with its values in place. */
const fill = (text: string, values: object): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String((values as Record<string, unknown>)[name]));

/** Every rule of the specification has a condition. */
const policy: SignInPolicy = {
  password: {
    minCharacters: 12,
    maxCharacters: 64,
    minLowercase: 2,
    minUppercase: 2,
    minDigits: 2,
    minSymbols: 2,
    minUniqueCharacters: 8,
    forbiddenWords: true,
    words: ['telemetry'],
  },
  expiryDays: 90,
  warnDays: 14,
  updateDays: 3,
  maxFailures: 3,
  lockMinutes: null,
  inactivityDays: 90,
};
const GOOD = 'Violet 47 / Kites & Lamps';

let browser: Browser;
let telltale: RealConsole;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let notification: Notification;

beforeAll(async () => {
  [browser, mail] = await Promise.all([browserOfWorker(), startMailServer()]);
  telltale = await startConsole(browser);
  const { stack, clock } = telltale;
  const server = {
    host: '127.0.0.1',
    port: mail.port,
    tls: 'starttls',
    advanced: 'rejectUnauthorized=false',
  };
  const smtp = withSmtpSecrets({ ...server, ...mailLogin }, testSecrets.seal);
  await stack.db
    .insertInto('setting')
    .values([
      { name: 'smtp', value: JSON.stringify({ ...smtp, source: 'telltale@example.net' }) },
      { name: 'sign-in', value: JSON.stringify(policy) },
    ])
    .execute();
  const text = { en: 'Be kind to the network.', fr: 'Prenez soin du réseau.' };
  await stack.db
    .insertInto('terms')
    .values({ ...text, published_at: clock.now() })
    .execute();
  notification = await startNotification(stack, { maxAgeMs: Number.MAX_SAFE_INTEGER });
});
afterAll(async () => {
  await notification.stop();
  await closePages(browser);
  await mail.close();
  await telltale.close();
});

/** Names of the objects of the story, unique per language. */
interface Story {
  readonly language: Language;
  readonly texts: (typeof words)[Language];
  readonly client: { readonly id: string; readonly name: string };
  readonly role: string;
  readonly username: string;
  readonly email: string;
}
function storyIn(language: Language): Story {
  const username = `zorglub-${language}`;
  return {
    language,
    texts: words[language],
    client: { id: `halle-${language}`, name: `Halle ${language}` },
    role: `Observers ${language}`,
    username,
    email: `${username}@example.net`,
  };
}

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });
const entry = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true });

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).click();
}

/** By the menu: from scope to scope, and to the page there. */
async function goTo(page: Page, { texts, language }: Story, id: 'customer' | 'role' | 'user'): Promise<void> {
  const place = menuEntries.find((each) => each.id === id)!;
  await page
    .getByRole('navigation', { name: texts.kernel.scope })
    .getByRole('link', { name: texts.kernel[`scope-${place.scope}`] })
    .click();
  await page
    .getByRole('navigation', { name: texts.kernel.mainMenu })
    .getByRole('link', { name: place[language] })
    .click();
}

async function createCustomer(page: Page, story: Story): Promise<void> {
  const { customer } = story.texts;
  await goTo(page, story, 'customer');
  await button(page, customer.add).click();
  const form = page.getByRole('dialog', { name: customer.createTitle });
  await form.getByLabel(customer.clientId).fill(story.client.id);
  await entry(form, customer.name).fill(story.client.name);
  await button(form, customer.create).click();
  await page.getByRole('grid', { name: customer.customers }).getByText(story.client.name).waitFor();
}

async function createRole(page: Page, story: Story): Promise<void> {
  const { role } = story.texts;
  await goTo(page, story, 'role');
  await button(page, role.add).click();
  const form = page.getByRole('dialog', { name: role.createTitle });
  await form.getByLabel(role.label).fill(story.role);
  for (const right of ['ALERT.read', 'CUSTOMER.read'] as const)
    await form.getByRole('checkbox', { name: permissionName(right, story.language) }).check();
  await button(form, role.create).click();
  await page.getByRole('listitem', { name: story.role }).waitFor();
}

/** Returns the password that the user was given. */
async function createUser(page: Page, story: Story): Promise<string> {
  const { user } = story.texts;
  await goTo(page, story, 'user');
  await button(page, user.add).click();
  const form = page.getByRole('dialog', { name: user.createTitle });
  await form.getByLabel(user.username).fill(story.username);
  await form.getByLabel(user.email).fill(story.email);
  await choose(page, form.getByRole('combobox', { name: user.role, exact: true }), story.role);
  const client = form.getByRole('combobox', { name: user.grantedClients, exact: true });
  // Two of them: users with one customer have no pages across customers.
  for (const name of [story.client.name, 'Customer acme']) await choose(page, client, name);
  await page.keyboard.press('Escape');
  await button(form, user.create).click();
  const shown = page.getByRole('dialog', { name: fill(user.shownTitle, story) });
  const password = (await shown.getByLabel(user.password).textContent()) ?? '';
  await button(shown, user.done).click();
  return password;
}

async function requestLink(page: Page, { texts, username }: Story): Promise<void> {
  const { account } = texts;
  await page.goto(telltale.url);
  await page.getByRole('link', { name: account.forgotten }).click();
  await entry(page, account.login).fill(username);
  await button(page, account.sendLink).click();
  await page.getByRole('status').getByText(account.linkSent.split('{{')[0]!).waitFor();
}

type Rule = {
  readonly [K in keyof typeof accountEn]: K extends `rule${string}` ? K : never;
}[keyof typeof accountEn];

/** A password that breaks each rule, in the order of the specification; the second entry is the same unless given. */
const broken = (username: string): readonly (readonly [Rule, string, string?])[] => [
  ['ruleCharacters', 'Ab1/Cd2&'],
  ['ruleCharacters', `Ab1/Cd2&${'x'.repeat(60)}`],
  ['ruleLowercase_other', 'VIOLET 47 / KITES'],
  ['ruleUppercase_other', 'violet 47 / kites'],
  ['ruleDigits_other', 'Violet / Kites & Lamps'],
  ['ruleSymbols_other', 'Violet47KitesLamps'],
  ['ruleUnique', 'AaAaAa11//11//'],
  ['ruleWord', 'My Telemetry 47 / 48'],
  ['ruleDate', '2026-01-05'],
  ['ruleName', `Kites 47 / ${username} / L`],
  ['ruleSame', GOOD, GOOD.slice(1)],
];

/** Text of a rule before its figure, which is enough to find it. */
function ruleText(texts: Story['texts'], rule: Rule): RegExp {
  const { minCharacters, maxCharacters, minUniqueCharacters } = policy.password;
  const min = rule === 'ruleUnique' ? minUniqueCharacters : minCharacters;
  const sentence = fill(texts.account[rule], { min, max: maxCharacters, count: 2 });
  return new RegExp(`^${sentence} \\((.*)\\)$`);
}

async function setPassword(page: Page, story: Story, given: string): Promise<void> {
  const { account } = story.texts;
  await page.goto(await mail.linkTo(story.email));
  await page.getByText(fill(account.resetFor, story)).waitFor();
  const rules = page.getByRole('list', { name: account.rules });
  const rule = async (name: Rule): Promise<string> =>
    ruleText(story.texts, name).exec(
      (await rules
        .getByRole('listitem')
        .filter({ hasText: ruleText(story.texts, name) })
        .textContent()) ?? '',
    )?.[1] ?? 'not there';
  const type = async (password: string, confirmation = password): Promise<void> => {
    await entry(page, account.newPassword).fill(password);
    await entry(page, account.confirmation).fill(confirmation);
  };
  const met: Rule[] = [];
  for (const [name, password, confirmation] of broken(story.username)) {
    await type(password, confirmation);
    await expect.poll(() => rule(name), { message: `${name} by ${password}` }).toBe(account.ruleBroken);
    met.push(name);
  }
  await type(given);
  await button(page, account.savePassword).click();
  await expect.poll(() => rule('ruleUnchanged')).toBe(account.ruleBroken);
  await shot(page, `story-rules-${story.language}`);
  await type(GOOD);
  for (const name of met) expect(await rule(name)).toBe(account.ruleMet);
  await button(page, account.savePassword).click();
  await page.getByText(account.passwordChanged).waitFor();
}

async function signIn(page: Page, { texts, username }: Story, password: string): Promise<void> {
  const { account } = texts;
  await entry(page, account.username).fill(username);
  await entry(page, account.password).fill(password);
  await button(page, account.signIn).click();
}

async function acceptTerms(page: Page, { texts, language }: Story): Promise<void> {
  const { account } = texts;
  const terms = language === 'en' ? 'Be kind to the network.' : 'Prenez soin du réseau.';
  await page.getByRole('region', { name: account.terms }).getByText(terms).waitFor();
  await button(page, account.acceptTerms).click();
}

/** Scopes, and the entries of the menu of each. */
async function menusOf(page: Page, { texts }: Story): Promise<Record<string, string[]>> {
  const { kernel } = texts;
  const menu = page.getByRole('navigation', { name: kernel.mainMenu });
  await menu.getByRole('link').first().waitFor();
  const found: Record<string, string[]> = {};
  for (const scope of await page.getByRole('navigation', { name: kernel.scope }).getByRole('link').all()) {
    const name = (await scope.textContent()) ?? '';
    await scope.click();
    await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
    found[name] = await menu.getByRole('link').allTextContents();
  }
  return found;
}

/** Every module is there; of the menu only what the two rights open, the home page that is assigned, and the test page, which needs none. */
const expectedMenus = {
  en: { Customer: ['Alerting', 'Home', 'Test'], 'All customers': ['Alerting', 'Customers'] },
  fr: { Client: ['Alarmes', 'Accueil', 'Test'], 'Tous les clients': ['Alarmes', 'Clients'] },
} as const;

async function signOut(page: Page, { texts }: Story): Promise<void> {
  await page.getByRole('button', { name: new RegExp(fill(texts.kernel.account, { name: '' })) }).click();
  await page.getByRole('menuitem', { name: texts.kernel.signOut }).click();
  await button(page, texts.account.signIn).waitFor();
}

async function lockByTries(page: Page, story: Story): Promise<void> {
  const problem = (code: 'LOGIN_REFUSED' | 'ACCOUNT_LOCKED_BY_RETRIES') =>
    page.getByRole('alert').getByText(problemText(code, story.language));
  for (let tries = 0; tries < policy.maxFailures; tries += 1) {
    await signIn(page, story, 'not this one');
    await problem('LOGIN_REFUSED').waitFor();
    await button(page, story.texts.account.signIn).and(page.locator(':not([aria-busy])')).waitFor();
  }
  // The delay between failures is over.
  await telltale.clock.advance(60_000);
  await signIn(page, story, GOOD);
  await problem('ACCOUNT_LOCKED_BY_RETRIES').waitFor();
  await shot(page, `story-locked-${story.language}`);
}

async function unlock(page: Page, story: Story): Promise<void> {
  const { user } = story.texts;
  await page.reload();
  await page.getByRole('grid', { name: user.table }).getByText(story.username, { exact: true }).click();
  const details = page.getByRole('complementary', { name: fill(user.details, story) });
  await details.getByText(user['reason-retries']).waitFor();
  await button(details, user.unlock).click();
  await button(details, user.lock).waitFor();
}

/** Milliseconds from the provider's click until the user's screen has closed. */
async function loseRight(provider: Page, person: Page, story: Story): Promise<number> {
  const { role, kernel } = story.texts;
  await goTo(provider, story, 'role');
  const item = provider.getByRole('listitem', { name: story.role });
  await button(item, fill(role.unfold, story)).click();
  await button(item, fill(story.texts.resource.editOf, { name: story.role })).click();
  const form = provider.getByRole('dialog', { name: fill(role.editTitle, story) });
  await form.getByRole('checkbox', { name: permissionName('CUSTOMER.read', story.language) }).uncheck();
  const rejected = person.getByRole('heading', { name: kernel.refused }).waitFor();
  const start = performance.now();
  await button(form, role.save).click();
  await rejected;
  return performance.now() - start;
}

async function personOf({
  language,
}: Story): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  return openPage(browser, { language, theme: language === 'fr' ? 'light' : 'dark' });
}

// Failures of the story before are forgiven: both come from the same address.
beforeEach(() => telltale.clock.advance(20 * 60_000));

describe('access, from nothing to a removed permission', () => {
  it.each(languagesOf('fr'))(
    'is reported in %s',
    async (language) => {
      const story = storyIn(language);
      const { page: provider, ...provided } = await telltale.open('/', { language });
      await acceptTerms(provider, story);
      await createCustomer(provider, story);
      await createRole(provider, story);
      const given = await createUser(provider, story);

      const { page, context, complaints } = await personOf(story);
      await requestLink(page, story);
      await setPassword(page, story, given);
      await signIn(page, story, GOOD);
      await acceptTerms(page, story);
      expect(await menusOf(page, story)).toEqual(expectedMenus[language]);

      await signOut(page, story);
      await lockByTries(page, story);
      await unlock(provider, story);
      await telltale.clock.advance(60_000);
      await signIn(page, story, GOOD);

      await goTo(page, story, 'customer');
      await page.getByRole('grid').getByText(story.client.name).waitFor();
      expect(await loseRight(provider, page, story)).toBeLessThan(2_000);
      await shot(page, `story-right-gone-${language}`);
      expect(await page.getByRole('grid').count()).toBe(0);
      expect(complaints).toEqual([]);
      expect(provided.complaints).toEqual([]);
      await Promise.all([context.close(), provided.close()]);
    },
    120_000,
  );
});
