import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import { responseXml, attributeOf, inflated } from '#tests/fixtures/saml/identity-provider.ts';
import { ACS, aSamlResponse, aSaml, ENTITY, IDP } from '#tests/fixtures/saml/saml-sketch.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';
import { atNight } from '#tests/gate/at-night.ts';

const signing = selfSigned();
const telltale = await consoleOfFile({ startsAt: Date.now() });

const setting = async (name: string): Promise<unknown> =>
  (await telltale.stack.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

async function storeSaml(changed: Parameters<typeof aSaml>[1]): Promise<void> {
  const value = JSON.stringify(aSaml(signing, { baseUrl: telltale.url, ...changed }));
  await telltale.stack.db
    .insertInto('setting')
    .values({ name: 'saml', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The page of the identity provider: it knows its user, and posts a signed response at once. */
const signInAtProvider = (context: BrowserContext) =>
  context.route('https://idp.example/sso?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const acs = `${telltale.url}${ACS}`;
    const inResponseTo = attributeOf(inflated(query.get('SAMLRequest')!), 'ID');
    const xml = responseXml(aSamlResponse(signing, { destination: acs, recipient: acs, inResponseTo }));
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
    await route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${acs}">${field('SAMLResponse', Buffer.from(xml).toString('base64'))}
${field('RelayState', query.get('RelayState') ?? '')}</form><script>document.forms[0].submit()</script>`,
    });
  });

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
    await form.getByText('This field is required', { exact: true }).first().waitFor();
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
    await form.getByText('This mapping is mandatory: ROLE.').first().waitFor();
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
    await page.getByRole('button', { name: 'Download the metadata of this console' }).click();
    expect((await download).suggestedFilename()).toBe('telltale-metadata.xml');
    expect(complaints).toEqual([]);
    await close();
  });

  atNight('require confirmation before they are left with changes', async () => {
    const { page, close } = await telltale.open('/mt/settings?tab=saml');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another');
    await page.getByRole('tab', { name: 'Announcement' }).click();
    const request = page.getByRole('dialog', { name: 'Leave without saving?' });
    await request.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Another');
    await close();
  });

  it('test a response: each check with its verdict, and its user', async () => {
    const { db } = telltale.stack;
    await db.insertInto('role').values({ label: 'Watchers' }).execute();
    // Switched off: the tests that follow sign in with a password.
    await storeSaml({ enabled: false, workflow: 'IDP', signed: 'ASSERTION' });
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
    await test(responseXml(aSamlResponse(signing, { destination: acs, recipient: acs })));
    await page.getByText('This response would sign its user in.').waitFor();
    await page.getByText('Customer acme').waitFor();
    await shot(page, 'saml-test-accepted');
    await test(
      responseXml(aSamlResponse(signing, { destination: acs, recipient: acs, audience: 'https://other' })),
    );
    await page.getByText('This response would be rejected.').waitFor();
    expect(await verdict(/Issued for/)).toContain('failed');
    expect(await verdict(/Signed by/)).toContain('passed');
    await test(responseXml(aSamlResponse(selfSigned(), { destination: acs, recipient: acs })));
    await expect.poll(() => verdict(/Within its validity period/), soon).toContain('skipped');
    expect(await verdict(/Signed by/)).toContain('failed');
    await shot(page, 'saml-test-rejected');
    expect(await db.selectFrom('account').select('id').where('username', '=', 'zoe').execute()).toEqual([]);
    await close();
  });

  atNight('are read-only without the write permission, and closed without the read permission', async () => {
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

it('a user of an identity provider signs in again in a window, and the page continues', async () => {
  await telltale.stack.db
    .insertInto('role')
    .values({ label: 'Watchers' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await telltale.stack.db
    .selectFrom('role')
    .select('id')
    .where('label', '=', 'Watchers')
    .executeTakeFirstOrThrow();
  const rights = ['ALERT.read', 'PARAMETERS.APPLICATION.read', 'PARAMETERS.APPLICATION.write'] as const;
  await telltale.stack.db
    .insertInto('role_permission')
    .values(rights.map((permission) => ({ role_id: id, permission })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await storeSaml({ enabled: true });
  const customer = String(telltale.customers.get('acme'));
  const { page, complaints, close } = await telltale.visit('/sign-in');
  await signInAtProvider(page.context());
  await page.goto(`${telltale.url}/application?customer=${customer}`);
  await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
  await page.getByRole('button', { name: 'Add an application' }).first().click();
  const form = page.getByRole('dialog', { name: /application/i });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Till traffic');
  await form.getByRole('textbox', { name: 'Ports', exact: true }).fill('9100');
  const zoe = await telltale.stack.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'zoe')
    .executeTakeFirstOrThrow();
  const administrator = await telltale.open(`/mt/user?open=${String(zoe.id)}`);
  await administrator.page.getByRole('button', { name: 'End sessions' }).click();
  await administrator.page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const link = again.getByRole('link', { name: 'Sign in with Example SSO' });
  await link.waitFor();
  await shot(page, 'saml-again');
  const opened = page.waitForEvent('popup');
  await link.click();
  const window = await opened;
  if (!window.isClosed()) await window.waitForEvent('close');
  await again.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('grid').getByText('Till traffic').waitFor();
  expect(complaints).toEqual([]);
  await administrator.close();
  await close();
});
