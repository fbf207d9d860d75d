import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listRoles } from '#schemas/role/routes.ts';
import {
  createOidcProvider,
  listOidcProviders,
  testOidcProvider,
  updateOidcProvider,
  type ListedOidcProvider,
} from '#schemas/settings/oidc/routes.ts';
import { UNCHANGED_SECRET } from '#schemas/settings/saml/saml.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { emptyOidc } from './oidc-draft.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...settingsRoutes);

const keycloak: ListedOidcProvider = {
  ...emptyOidc,
  id: 7,
  version: 3,
  accounts: 12,
  name: 'Keycloak',
  slug: 'keycloak',
  enabled: true,
  issuer: 'https://id.example.net/realms/noc',
  clientId: 'telltale',
  clientSecret: UNCHANGED_SECRET,
};
const publicUrl = 'https://noc.example.net';
const session = aSession({ permissions: ['SETTINGS.SAML.read', 'SETTINGS.SAML.write', 'ROLE.read'] });
const replies = (providers: ListedOidcProvider[]) => [
  reply(listOidcProviders, { providers, publicUrl }),
  reply(listRoles, { roles: [] }),
  reply(createOidcProvider, { id: 8, version: 1 }),
  reply(updateOidcProvider, { id: 7, version: 4 }),
  reply(testOidcProvider, {
    checks: [
      { check: 'discovery', verdict: 'passed', why: null },
      { check: 'client', verdict: 'failed', why: 'the provider rejects client ID or secret' },
      { check: 'signOut', verdict: 'skipped', why: null },
    ],
  }),
];

atNight.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)('providers are listed, added and tested, %d pixels, %s, %s', async (width, theme, language) => {
  const { server } = await renderPage('/mt/settings?tab=oidc', {
    session,
    replies: replies([keycloak]),
    width,
    theme,
    language,
  });
  const words = {
    en: [
      'Add a provider',
      'Issuer',
      'Client ID',
      'Client secret',
      'Name',
      'Address',
      'Create',
      'Test the connection',
    ],
    fr: [
      'Ajouter un fournisseur',
      'Émetteur (issuer)',
      'Identifiant du client',
      'Secret du client',
      'Nom',
      'Adresse',
      'Créer',
      'Tester la connexion',
    ],
  }[language];
  const [add, issuer, clientId, secret, name, slug, create, test] = words as [string, ...string[]];
  await expectVisible(page.getByText('Keycloak', { exact: true }));
  expect(await axeFaults()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: add! }));
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });
  await userEvent.click(dialog.getByRole('button', { name: create! }));
  await expectVisible(
    dialog.getByText(language === 'en' ? 'This field is required' : 'Ce champ est obligatoire').first(),
  );
  expect(server.received(createOidcProvider)).toEqual([]);
  await field(name!).fill('Partner ID');
  await field(slug!).fill('partner');
  await field(issuer!).fill('https://partner.example.net');
  await field(clientId!).fill('console');
  await dialog.getByLabelText(secret!).first().fill('a secret');
  await expectVisible(dialog.getByText(`${publicUrl}/api/v1/oidc/partner/callback`));
  expect(await axeFaults()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: test! }));
  await expectVisible(dialog.getByText('the provider rejects client ID or secret'));
  await userEvent.click(dialog.getByRole('button', { name: create! }));
  await expect.poll(() => server.received(createOidcProvider).length).toBe(1);
  expect(server.received(createOidcProvider)[0]?.body).toMatchObject({
    name: 'Partner ID',
    slug: 'partner',
    clientSecret: 'a secret',
    scopes: ['openid', 'profile', 'email'],
  });
});

it('a stored secret is never shown, and saving the provider without another one keeps it', async () => {
  const { server } = await renderPage('/mt/settings?tab=oidc&edit=7', {
    session,
    replies: replies([keycloak]),
    width: 1920,
    theme: 'light',
    language: 'en',
  });
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByLabelText('Client secret').first();
  await expect.element(secret).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Company ID');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => server.received(updateOidcProvider).length).toBe(1);
  expect(server.received(updateOidcProvider)[0]?.body).toMatchObject({
    name: 'Company ID',
    clientSecret: UNCHANGED_SECRET,
    version: 3,
  });
});

atNight('without providers the page says what they are for', async () => {
  await renderPage('/mt/settings?tab=oidc', {
    session,
    replies: replies([]),
    width: 1280,
    theme: 'light',
    language: 'en',
  });
  await expectVisible(page.getByText('No OpenID Connect providers'));
  expect(await axeFaults()).toEqual([]);
});
