import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { looks } from '../support/looks.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';

const telltale = await consoleOfFile({ startsAt: Date.now() });

const setting = async (name: string): Promise<unknown> =>
  (await telltale.stack.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

describe('the sign-in rules', () => {
  it('are changed with faults at their inputs', async () => {
    const { page, close } = await telltale.open('/mt/user');
    await page.getByRole('link', { name: 'Sign-in rules' }).click();
    const form = page.getByRole('form', { name: 'Passwords and locks' });
    await form.getByLabel('Characters, at least', { exact: true }).fill('4');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter a value from 8 to 64').first().waitFor();
    await form.getByLabel('Characters, at least', { exact: true }).fill('14');
    await form.getByLabel('Passwords expire after').fill('90');
    await form.getByLabel('Custom forbidden words').fill('telemetry\nacme');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Sign-in rules saved/).waitFor();
    expect(await setting('sign-in')).toMatchObject({
      password: { minCharacters: 14, words: ['telemetry', 'acme'] },
      expiryDays: 90,
    });
    await shot(page, 'sign-in-rules');
    await telltale.stack.db.deleteFrom('setting').where('name', '=', 'sign-in').execute();
    await close();
  });

  it('require a second factor of a role', async () => {
    const { db } = telltale.stack;
    await db.insertInto('role').values({ label: 'Guards' }).execute();
    const { page, close } = await telltale.open('/mt/user/sign-in?tab=factor');
    await page.getByRole('switch', { name: /Guards/ }).click({ force: true });
    const required = () =>
      db.selectFrom('role_second_factor').innerJoin('role', 'role.id', 'role_id').select('label').execute();
    await expect.poll(required, soon).toEqual([{ label: 'Guards' }]);
    await shot(page, 'sign-in-factor');
    await close();
  });

  const reported = {
    en: {
      policy: 'Passwords and locks',
      terms: 'Terms and conditions',
      save: 'Save',
      settings: 'Settings',
      publish: 'Publish new version',
      characters: 'Characters, at least',
      refused: 'You do not have access to this page',
      forAll: 'This setting applies to all customers. Only users with access to all customers can change it.',
      right: 'You can view this page but not change it. You need the permission “Users: Write”.',
    },
    fr: {
      policy: 'Mots de passe et verrouillage',
      terms: 'Conditions générales',
      save: 'Enregistrer',
      settings: 'Paramètres',
      publish: 'Publier une nouvelle version',
      characters: 'Nombre minimal de caractères',
      refused: 'Vous n’avez pas accès à cette page',
      forAll:
        'Ce réglage s’applique à tous les clients. Seuls les utilisateurs qui ont accès à tous les clients peuvent le modifier.',
      right:
        'Vous pouvez consulter cette page sans la modifier. Il vous faut le droit «\u00A0Utilisateurs\u00A0: Écriture\u00A0».',
    },
  } as const;

  it.each([
    ['dark', 'en'],
    ['light', 'fr'],
  ] as const)(
    'are read-only without the write permission, with the reason at the top, in %s, %s',
    async (theme, language) => {
      const text = reported[language];
      const some = await telltale.open('/mt/user/sign-in', {
        theme,
        language,
        customers: ['acme'],
        permissions: ['USER.write', 'USER.read', 'ROLE.read', 'SETTINGS.SAML.write', 'SETTINGS.SAML.read'],
      });
      const { page } = some;
      const form = page.getByRole('form', { name: text.policy });
      await form.getByRole('status').getByText(text.forAll).waitFor();
      expect(await form.getByRole('textbox', { name: text.characters, exact: true }).isDisabled()).toBe(true);
      expect(await form.getByRole('button', { name: text.save }).getAttribute('aria-disabled')).toBe('true');
      await shot(page, `sign-in-rules-read-${theme}-${language}`);
      if (language === 'en') expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('tab', { name: text.terms }).click();
      const terms = page.getByRole('tabpanel', { name: text.terms });
      await terms.getByRole('status').getByText(text.forAll).waitFor();
      await shot(page, `terms-read-${theme}-${language}`);
      const publish = terms.getByRole('button', { name: text.publish });
      expect(await publish.getAttribute('aria-disabled')).toBe('true');
      // All settings apply to every customer: users who do not see them all have no menu entry for them.
      expect(await page.getByRole('navigation').getByRole('link', { name: text.settings }).count()).toBe(0);
      await page.goto(`${telltale.url}/mt/settings`);
      await page.getByRole('heading', { name: text.refused }).waitFor();
      await shot(page, `settings-rejected-${theme}-${language}`);
      await some.close();
      const reader = await telltale.open('/mt/user/sign-in', {
        theme,
        language,
        permissions: ['USER.read', 'ROLE.read'],
      });
      await reader.page.getByRole('status').getByText(text.right).waitFor();
      expect([...some.complaints, ...reader.complaints]).toEqual([]);
      await reader.close();
    },
  );

  it('publish terms and conditions, and list who accepted them', async () => {
    const { page, close } = await telltale.open('/mt/user/sign-in?tab=terms');
    await page.getByRole('button', { name: 'Publish new version' }).click();
    const form = page.getByRole('dialog', { name: 'New version of the terms and conditions' });
    await form.getByRole('textbox', { name: 'Text in English' }).fill('Be kind.');
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByText('Be kind.').waitFor();
    await versions.getByRole('button', { name: 'Accepted by 0 users' }).click();
    const dialog = page.getByRole('dialog', { name: /^Accepted version/ });
    await dialog.getByText('None of the users you can see').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(0);
    await shot(page, 'terms-versions');
    await telltale.stack.db.deleteFrom('terms').execute();
    await close();
  });
});

const pages = [
  ['settings-saml', '/mt/settings?tab=saml'],
  ['settings-test', '/mt/settings?tab=saml-test'],
  ['settings-announcement', '/mt/settings?tab=announcement'],
  ['audit', '/mt/audit'],
  ['rules', '/mt/user/sign-in'],
  ['factor', '/mt/user/sign-in?tab=factor'],
  ['terms', '/mt/user/sign-in?tab=terms'],
  ['methods', '/mt/user/sign-in?tab=methods'],
  ['reference', '/reference'],
  ['account', '/account'],
] as const;

for (const { theme, language } of looks)
  atNight(
    `the screens of the access administration have no fault against WCAG in ${theme}, ${language}`,
    async () => {
      const { page, complaints, close } = await telltale.open('/mt/role', { theme, language });
      const faults: string[] = [];
      for (const [name, path] of pages) {
        await page.goto(`${telltale.url}${path}`);
        await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
        await expect.poll(() => page.locator('[class*="skeleton"]').count(), soon).toBe(0);
        expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
        await shot(page, `${name}-${theme}-${language}`);
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
