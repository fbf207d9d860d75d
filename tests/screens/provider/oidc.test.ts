import { afterAll, expect, it } from 'vitest';
import { anOidc, CLIENT_ID, CLIENT_SECRET } from '#tests/fixtures/oidc/oidc-sketch.ts';
import { startRealProvider } from '#tests/fixtures/oidc/real-provider.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';

const telltale = await consoleOfFile({ startsAt: Date.now(), oidcAllowedNetworks: ['127.0.0.1'] });
const provider = await startRealProvider({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  clientAuthentication: 'client_secret_basic',
  redirectUri: `${telltale.url}/api/v1/oidc/partner/callback`,
  signedOutUri: `${telltale.url}/sign-in`,
  backchannelUri: `${telltale.url}/api/v1/oidc/partner/backchannel-logout`,
  claimsInIdToken: true,
  onLogout: () => Promise.resolve(200),
});
afterAll(() => provider.close());

it('an OpenID Connect provider is added, tested, and its user signs in with its button', async () => {
  await telltale.stack.db.insertInto('role').values({ label: 'Watchers' }).execute();
  const { page, complaints, close } = await telltale.open('/mt/settings?tab=oidc');
  await page.getByRole('button', { name: 'Add a provider' }).first().click();
  const dialog = page.getByRole('dialog');
  const fill = (name: string, value: string) =>
    dialog.getByRole('textbox', { name, exact: true }).fill(value);
  await fill('Name', 'Partner ID');
  await fill('Address', 'partner');
  await fill('Issuer', provider.issuer);
  await fill('Client ID', CLIENT_ID);
  await dialog.getByLabel('Client secret').first().fill(CLIENT_SECRET);
  await fill('Scopes', anOidc().scopes.join(' '));
  await fill('Path of mapping 6', 'customer');
  await fill('Expected value of mapping 5', 'noc');
  await fill('Target of mapping 5', 'Watchers');
  await dialog.getByRole('switch', { name: 'Offer on the sign-in page' }).check();
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await dialog.getByText('Client ID and secret').waitFor();
  await shot(page, 'oidc-tested');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Partner ID is saved').waitFor();
  await shot(page, 'oidc-list');
  expect(complaints).toEqual([]);
  await close();

  provider.signInAs({ sub: 'z-1', preferred_username: 'zoe', groups: ['noc'], customer: ['acme'] });
  const visitor = await telltale.visit('/sign-in');
  await visitor.page.getByRole('link', { name: 'Sign in with Partner ID' }).click();
  await visitor.page.waitForURL((url) => url.origin === telltale.url && !url.pathname.startsWith('/sign-in'));
  const { user } = (await (await visitor.page.request.get(`${telltale.url}/api/v1/session`)).json()) as {
    user: { username: string };
  };
  expect(user.username).toBe('zoe');
  await visitor.close();
});
