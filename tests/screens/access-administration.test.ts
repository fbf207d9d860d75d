import { describe, expect, it } from 'vitest';
import { link } from '#platform/audit/chain.ts';
import type { AuditRow } from '#platform/audit/chain.ts';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import { answerXml } from '#tests/fixtures/saml/identity-provider.ts';
import { anAnswer, aSaml, ENTITY, IDP } from '#tests/fixtures/saml/saml-visit.ts';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { looks } from './support/looks.ts';
import { shot } from './support/shot.ts';
import { soon } from './support/soon.ts';

const signing = selfSigned();
const telltale = await consoleOfFile({ startsAt: Date.now() });

const setting = async (name: string): Promise<unknown> =>
  (await telltale.stack.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

/** What an identity provider offers for download. */
const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${IDP}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${signing.certificate.replaceAll(/-----.*-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/slo"/>
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;

describe('the SAML settings', () => {
  it('are set up from the metadata of the identity provider, with faults at their inputs', async () => {
    const { page, complaints, close } = await telltale.open('/mt/settings?tab=saml');
    const form = page.getByRole('form', { name: 'SAML' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('link', { name: 'This field is required' }).first().waitFor();
    await shot(page, 'saml-faults');
    await form
      .getByLabel('Import a metadata file')
      .and(page.locator('input'))
      .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(metadata) });
    await expect
      .poll(() => form.getByRole('textbox', { name: 'SSO URL' }).inputValue(), soon)
      .toBe('https://idp.example/sso');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Example SSO');
    await form.getByRole('textbox', { name: 'Entity id of this console' }).fill(ENTITY);
    await form.getByRole('textbox', { name: 'Path of mapping 2' }).fill('customer');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('link', { name: 'This mapping is mandatory: ROLE.' }).waitFor();
    await form.getByRole('button', { name: 'Add a mapping' }).click();
    await form.getByRole('textbox', { name: 'Path of mapping 3' }).fill('groups');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings of the identity provider are saved').waitFor();
    expect(await setting('saml')).toMatchObject({
      idpEntityId: IDP,
      idpLogoutUrl: 'https://idp.example/slo',
      certificates: [signing.certificate.trim()],
      mappings: [
        { type: 'USERNAME' },
        { type: 'CUSTOMER', path: 'customer' },
        { type: 'ROLE', path: 'groups' },
      ],
    });
    await shot(page, 'saml-saved');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the metadata of this console' }).click();
    expect((await download).suggestedFilename()).toBe('telltale-metadata.xml');
    expect(complaints).toEqual([]);
    await close();
  });

  it('ask before they are left with changes', async () => {
    const { page, close } = await telltale.open('/mt/settings?tab=saml');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another');
    await page.getByRole('tab', { name: 'Announcement' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Another');
    await close();
  });

  it('test a response: each check with its verdict, and its user', async () => {
    const { db } = telltale.stack;
    await db.insertInto('role').values({ label: 'Watchers' }).execute();
    // Switched off: the tests that follow sign in with a password.
    const changed = { enabled: false, baseUrl: telltale.url, workflow: 'IDP', signed: 'ASSERTION' } as const;
    const value = JSON.stringify(aSaml(signing, changed));
    await db
      .insertInto('setting')
      .values({ name: 'saml', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    const acs = `${telltale.url}/api/v1/saml/acs`;
    const { page, close } = await telltale.open('/mt/settings?tab=saml-test');
    const entry = page.getByRole('textbox', { name: 'SAMLResponse' });
    const test = async (xml: string): Promise<void> => {
      await entry.fill(xml);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
    };
    const verdict = (check: RegExp) =>
      page
        .getByRole('list', { name: 'Checks' })
        .getByRole('listitem')
        .filter({ hasText: check })
        .textContent();
    await test(answerXml(anAnswer(signing, { destination: acs, recipient: acs })));
    await page.getByText('This response would sign its user in.').waitFor();
    await page.getByText('Customer acme').waitFor();
    await shot(page, 'saml-test-accepted');
    await test(answerXml(anAnswer(signing, { destination: acs, recipient: acs, audience: 'https://other' })));
    await page.getByText('This response would be rejected.').waitFor();
    expect(await verdict(/Issued for/)).toContain('failed');
    expect(await verdict(/Signed by/)).toContain('passed');
    await test(answerXml(anAnswer(selfSigned(), { destination: acs, recipient: acs })));
    await expect.poll(() => verdict(/Within its validity period/), soon).toContain('skipped');
    expect(await verdict(/Signed by/)).toContain('failed');
    await shot(page, 'saml-test-refused');
    expect(await db.selectFrom('account').select('id').where('username', '=', 'zoe').execute()).toEqual([]);
    await close();
  });

  it('are read-only without the write permission, and closed without the read permission', async () => {
    const { page, close } = await telltale.open('/mt/settings', {
      permissions: ['SETTINGS.SAML.read', 'ROLE.read'],
    });
    const save = page.getByRole('form', { name: 'SAML' }).getByRole('button', { name: 'Save' });
    expect(await save.textContent()).toContain('You need the permission “SAML: Write”.');
    expect(await page.getByRole('tab').allTextContents()).toEqual(['SAML']);
    await close();
    const without = await telltale.open('/mt/settings', { permissions: ['ROLE.read'] });
    await without.page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    await without.close();
  });
});

describe('the announcement', () => {
  it('is previewed, saved, and shown to every user at work, until they close it', async () => {
    const { page, close } = await telltale.open('/mt/settings?tab=announcement');
    const other = await telltale.open('/mt/role');
    const banner = other.page.getByRole('status').filter({ hasText: 'Maintenance at noon' });
    const form = page.getByRole('form', { name: 'Announcement' });
    await form.getByRole('switch', { name: /Show on the sign-in page/ }).check({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('link', { name: 'Please fill out a message to broadcast.' }).waitFor();
    await form.getByRole('textbox', { name: 'Message' }).fill('Maintenance at noon');
    await form.getByRole('region', { name: 'Preview' }).getByText('Maintenance at noon').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The announcement is saved').waitFor();
    await shot(page, 'announcement');
    expect(await setting('announcement')).toMatchObject({ enabled: true, message: 'Maintenance at noon' });
    await banner.waitFor();
    await shot(other.page, 'announcement-everywhere');
    expect(await accessibilityFaults(other.page)).toEqual([]);
    await banner.getByRole('button', { name: 'Close the announcement' }).click();
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1 }).first().waitFor();
    await other.page.waitForLoadState('networkidle');
    expect(await banner.count()).toBe(0);
    // Another text, and now as one that has to be closed.
    await form.getByRole('textbox', { name: 'Message' }).fill('Maintenance at one');
    await form.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'Popup' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    const popup = other.page.getByRole('dialog', { name: 'Announcement' });
    await popup.getByText('Maintenance at one').waitFor();
    await shot(other.page, 'announcement-popup');
    await other.page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    expect(other.complaints).toEqual([]);
    await other.close();
    await telltale.stack.db.deleteFrom('setting').where('name', '=', 'announcement').execute();
    await close();
  });
});

describe('the sign-in rules', () => {
  it('are changed with faults at their inputs', async () => {
    const { page, close } = await telltale.open('/mt/user');
    await page.getByRole('link', { name: 'Sign-in rules' }).click();
    const form = page.getByRole('form', { name: 'Passwords and locks' });
    await form.getByLabel('Characters, at least', { exact: true }).fill('4');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('link', { name: 'Enter a value from 8 to 64' }).waitFor();
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

  it('ask a role for a second factor', async () => {
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
      ...{ policy: 'Passwords and locks', terms: 'Terms and conditions', save: 'Save' },
      ...{ settings: 'Settings', publish: 'Publish new version', characters: 'Characters, at least' },
      refused: 'You do not have access to this page',
      forAll: 'This setting applies to all customers. Only users with access to all customers can change it.',
      right: 'You can view this page but not change it. You need the permission “Users: Write”.',
    },
    fr: {
      ...{ policy: 'Mots de passe et verrouillage', terms: 'Conditions générales', save: 'Enregistrer' },
      ...{ settings: 'Paramètres', publish: 'Publier une nouvelle version' },
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
        ...{ theme, language, customers: ['acme'] },
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
      await shot(page, `settings-refused-${theme}-${language}`);
      await some.close();
      const reader = await telltale.open('/mt/user/sign-in', {
        ...{ theme, language },
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

/** Events behind the newest one, linked as they must be. */
async function addEvents(count: number): Promise<void> {
  const { db } = telltale.stack;
  const last = await db
    .selectFrom('audit_event')
    .selectAll()
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const rows: AuditRow[] = [];
  for (let made = 0; made < count; made += 1) {
    const { seq: _, hash: __, previous_hash: ___, ...event } = last;
    rows.push(link(rows.at(-1) ?? last, { ...event, action: 'setting.update' }));
  }
  for (let from = 0; from < count; from += 500)
    await db
      .insertInto('audit_event')
      .values(rows.slice(from, from + 500))
      .execute();
  const { seq, hash } = rows.at(-1)!;
  await db.updateTable('audit_head').set({ seq, hash }).where('id', '=', 1).execute();
}

describe('the audit', () => {
  it('shows each action, its difference, and whether the chain is valid', async () => {
    const { page, complaints, close } = await telltale.open('/mt/audit');
    const grid = page.getByRole('grid', { name: 'Entries' });
    await grid
      .getByRole('row')
      .filter({ hasText: 'Setting changed' })
      .filter({ hasText: 'Announcement' })
      .first()
      .click();
    const details = page.getByRole('complementary', { name: /^Entry / });
    await details
      .getByRole('table', { name: 'Changes' })
      .getByRole('row', { name: /Maintenance at noon/ })
      .waitFor();
    expect(new URL(page.url()).searchParams.has('open')).toBe(true);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Verified up to entry \d/).waitFor();
    await shot(page, 'audit');
    expect(complaints).toEqual([]);
    await close();
  });

  it('is filtered by user, kind and outcome in the address, and exported as filtered', async () => {
    const { page, close } = await telltale.open('/mt/audit');
    const grid = page.getByRole('grid', { name: 'Entries' });
    await page.getByRole('textbox', { name: 'User' }).fill('no-user-of-this-name');
    await expect.poll(() => page.url(), soon).toContain('actor=no-user-of-this-name');
    await page.getByRole('button', { name: /Clear User/ }).click();
    await grid.waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Sign-in', exact: true }).click();
    await expect
      .poll(async () => new Set(await grid.getByText(/Setting changed|Signed in/).allTextContents()), soon)
      .toEqual(new Set(['Signed in']));
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    expect((await download).url()).toContain('kind=sign-in');
    await close();
  });

  it('scrolls through a thousand events and more, of which the document holds the visible ones', async () => {
    await addEvents(1_000);
    const { page, close } = await telltale.open('/mt/audit');
    const grid = page.getByRole('grid', { name: 'Entries' });
    await grid.getByText('Setting changed').first().waitFor();
    await grid.focus();
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          return Number(await grid.getAttribute('aria-rowcount'));
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBeGreaterThan(1_000);
    expect(await grid.getByRole('row').count()).toBeLessThan(80);
    await close();
  });

  it('is closed without its permission', async () => {
    const { page, close } = await telltale.open('/mt/audit', { permissions: ['ROLE.read'] });
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    await close();
  });
});

describe('API tokens', () => {
  it('are created with some permissions, shown once, used, and revoked', async () => {
    const { page, complaints, close } = await telltale.open('/account');
    const box = page.getByRole('region', { name: 'API tokens', exact: true });
    await box.getByText('You have no tokens.').waitFor();
    await box.getByRole('button', { name: 'Create token' }).click();
    const form = page.getByRole('dialog', { name: 'New API token' });
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await expect.poll(() => form.getByRole('link', { name: 'This field is required' }).count(), soon).toBe(2);
    await form.getByRole('textbox', { name: 'Name' }).fill('reporting');
    await form.getByRole('combobox', { name: 'Permissions' }).click();
    await page
      .getByRole('option', { name: 'Roles: Read' })
      .or(page.getByRole('option', { name: 'Role library: Read' }))
      .click();
    await page.keyboard.press('Escape');
    await shot(page, 'token-form');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Token “reporting”' });
    const token = (await shown.getByLabel('Token', { exact: true }).first().textContent()) ?? '';
    await shot(page, 'token-shown');
    await shown.getByRole('button', { name: 'Done' }).click();
    const ask = (path: string) =>
      fetch(`${telltale.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([(await ask('/mt/role')).status, (await ask('/mt/user')).status]).toEqual([200, 403]);
    await page.reload();
    await box.getByText(/last used on/).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await box.getByRole('button', { name: 'Revoke reporting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await box.getByText('You have no tokens.').waitFor();
    expect((await ask('/mt/role')).status).toBe(401);
    expect(complaints).toEqual([]);
    await close();
  });

  it('are not offered without their permission', async () => {
    const { page, close } = await telltale.open('/account', { permissions: ['ALERT.read'] });
    await page.getByRole('region', { name: 'Language, dates and theme' }).waitFor();
    expect(await page.getByRole('region', { name: 'API tokens' }).count()).toBe(0);
    await close();
  });
});

describe('the reference of the interface', () => {
  it('lists every call with its permission, searches and tries them', async () => {
    const { page, complaints, close } = await telltale.open('/reference');
    const { paths } = (await (await fetch(`${telltale.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const calls = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    await page.getByText(`${String(calls)} calls`).waitFor();
    await page.getByRole('textbox', { name: /Path, permission/ }).fill('/mt/role');
    const group = page.getByRole('region', { name: 'role', exact: true });
    await group.getByText('/api/v1/mt/role', { exact: true }).first().click();
    await group.getByText('ROLE.read', { exact: true }).waitFor();
    await group.getByRole('button', { name: 'Send' }).click();
    await group.getByText('Response 200').waitFor();
    await shot(page, 'reference');
    expect(complaints).toEqual([]);
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

describe('the screens of the access administration', () => {
  it.each(looks)('have no fault against WCAG in $theme, $language', async ({ theme, language }) => {
    const { page, complaints, close } = await telltale.open('/mt/role', { theme, language });
    const faults: string[] = [];
    for (const [name, path] of pages) {
      await page.goto(`${telltale.url}${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
      await shot(page, `${name}-${theme}-${language}`);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
