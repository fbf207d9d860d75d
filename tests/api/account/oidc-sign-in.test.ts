import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import type { OidcVerdict } from '#schemas/settings/oidc/routes.ts';
import {
  addOidc,
  anOidc,
  authorizationOf,
  CLIENT_ID,
  CLIENT_SECRET,
  deleteAllOidc,
  OIDC_SETTINGS,
  oidcMapping,
  pathOf,
} from '../../fixtures/oidc/oidc-sketch.ts';
import { ProviderBrowser } from '../../fixtures/oidc/provider-browser.ts';
import {
  startRealProvider,
  type RealProvider,
  type RealProviderOptions,
  type UserClaims,
} from '../../fixtures/oidc/real-provider.ts';
import { selfSigned } from '../../fixtures/saml/certificate.ts';
import { aSaml } from '../../fixtures/saml/saml-sketch.ts';
import { whereTo } from '../../fixtures/saml/saml-visit.ts';
import { auditEntriesOf } from '../../fixtures/server/administrator.ts';
import {
  openServer,
  ORIGIN,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

const zoe: UserClaims = {
  sub: 'b7f2',
  preferred_username: 'zoe',
  given_name: 'Zoé',
  family_name: 'Martin',
  email: 'zoe@example.net',
  groups: ['staff', 'noc'],
  customer: ['acme', 'globex'],
};
let server: ServerUnderTest;
let admin: Browser;
let running: RealProvider[] = [];

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now(), oidcAllowedNetworks: ['127.0.0.1'] });
  await server.account({ username: 'admin', permissions: permissionKeys });
  admin = await server.signedIn('admin');
  const { id } = await server.stack.db
    .insertInto('role')
    .values({ label: 'Watchers' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.stack.db
    .insertInto('role_permission')
    .values({ role_id: id, permission: 'ALERT.read' })
    .execute();
});
afterAll(() => server.close());
beforeEach(() => {
  // Tokens have the time of their library.
  server.clock.setBy(Date.now() - server.clock.now().getTime());
});
afterEach(async () => {
  await deleteAllOidc(admin);
  for (const provider of running) await provider.close();
  running = [];
});

/** Starts a provider that knows this console as a client, and stores it. */
async function connect(
  draft: Partial<OidcDraft> = {},
  options: Partial<RealProviderOptions> = {},
): Promise<RealProvider & { readonly id: number; readonly version: number }> {
  const { slug, clientAuthentication } = anOidc(draft);
  const provider = await startRealProvider({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    clientAuthentication,
    claimsInIdToken: true,
    redirectUri: `${ORIGIN}/api/v1/oidc/${slug}/callback`,
    signedOutUri: `${ORIGIN}/sign-in`,
    backchannelUri: `${ORIGIN}/api/v1/oidc/${slug}/backchannel-logout`,
    onLogout: async (form) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const url = `/api/v1/oidc/${slug}/backchannel-logout`;
      return (await server.app.inject({ method: 'POST', url, payload: form, headers })).statusCode;
    },
    ...options,
  });
  running.push(provider);
  return { ...provider, ...(await addOidc(admin, anOidc({ issuer: provider.issuer, ...draft }))) };
}

/** Signs in at the provider. Returns both browsers and the last response of the console. */
async function visitProvider(slug = 'example', next = '/') {
  const page = server.browser();
  const there = new ProviderBrowser();
  const { left } = await there.open((await authorizationOf(page, slug, next)).href);
  const response = await page.get(pathOf(left!));
  return { page, there, response, callback: left! };
}

const sessionOf = async (page: Browser) => (await page.get('/api/v1/session')).json<object>();

describe('sign-in by an OpenID Connect provider', () => {
  it.for(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'creates the account from the claims of the ID token, with client authentication %s',
    async (clientAuthentication) => {
      const clientSecret = clientAuthentication === 'none' ? null : CLIENT_SECRET;
      const provider = await connect({ clientAuthentication, clientSecret });
      const sub = `sub-${clientAuthentication}`;
      provider.signInAs({ ...zoe, sub, preferred_username: `zoe-${clientAuthentication}` });
      const { page, response } = await visitProvider('example', '/alert?customer=3');
      expect(whereTo(response)).toEqual([303, '/alert?customer=3']);
      const username = `zoe-${clientAuthentication}`;
      expect(await sessionOf(page)).toMatchObject({
        user: { username, firstName: 'Zoé', lastName: 'Martin', email: 'zoe@example.net' },
        role: 'Watchers',
        permissions: expect.arrayContaining(['ALERT.read']) as unknown,
        customers: [{ clientId: 'acme' }, { clientId: 'globex' }],
      });
      expect(await auditEntriesOf(server, username, 'user.create')).toMatchObject([
        { actor: `oidc:${provider.issuer}/`, via: 'provider' },
      ]);
      expect(await auditEntriesOf(server, username, 'session.open')).toMatchObject([
        { detail: { note: { provider: `oidc:${provider.issuer}/` } } },
      ]);
    },
  );

  it('reads the UserInfo endpoint for mappings from there, and updates the account at each sign-in', async () => {
    const { mappings } = anOidc();
    const fromUserInfo = mappings.map((one) => ({ ...one, source: 'USERINFO' as const }));
    const provider = await connect({ mappings: fromUserInfo }, { claimsInIdToken: false });
    provider.signInAs({ ...zoe, sub: 'ui-1', preferred_username: 'ui-zoe', customer: ['acme'] });
    expect(await sessionOf((await visitProvider()).page)).toMatchObject({
      user: { username: 'ui-zoe' },
      customers: [{ clientId: 'acme' }],
    });
    provider.signInAs({ ...zoe, sub: 'ui-1', preferred_username: 'ui-zoe', customer: ['globex'] });
    expect(await sessionOf((await visitProvider()).page)).toMatchObject({
      customers: [{ clientId: 'globex' }],
    });
    provider.signInAs({ ...zoe, sub: 'ui-1', preferred_username: 'ui-zoe', groups: ['staff'] });
    const { response } = await visitProvider();
    expect(whereTo(response)).toEqual([303, '/sign-in?problem=LOGIN_PROVIDER_REFUSED']);
    expect(await auditEntriesOf(server, 'ui-1', 'GET /oidc/:slug/callback')).toMatchObject([
      { detail: { note: { check: 'user', why: 'no role, and no default role' } } },
    ]);
  });

  it('maps groups as SAML does: nested, named by a URL, in one text with separators', async () => {
    const claim = 'https://example.net/claims/roles';
    const provider = await connect({
      scopes: ['openid', 'groups', 'own'],
      mappings: [
        oidcMapping({ path: claim, source: 'USERINFO', expected: 'noc', target: 'Watchers' }),
        oidcMapping({ type: 'CUSTOMER', path: 'org.units[1].ids', by: 'id', separator: 'SEMICOLON' }),
      ],
    });
    const org = { units: [{ ids: 'initech' }, { ids: 'acme; globex' }] };
    provider.signInAs({ sub: 'n-1', [claim]: ['staff', ' noc '], org });
    expect(await sessionOf((await visitProvider()).page)).toMatchObject({
      user: { username: 'n-1' },
      role: 'Watchers',
      customers: [{ clientId: 'acme' }, { clientId: 'globex' }],
    });
  });

  it('requires no second factor that the provider has proved, and for ours otherwise', async () => {
    const { id } = await server.stack.db
      .insertInto('role')
      .values({ label: 'Two factors' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.stack.db.insertInto('role_second_factor').values({ role_id: id }).execute();
    const { mappings } = anOidc();
    const provider = await connect({
      mappings: mappings.map((one) => (one.type === 'ROLE' ? { ...one, target: 'Two factors' } : one)),
    });
    provider.signInAs({ ...zoe, sub: 'f-1', preferred_username: 'weak' });
    const weak = await visitProvider();
    expect([whereTo(weak.response), (await weak.page.get('/api/v1/session')).statusCode]).toEqual([
      [303, '/sign-in'],
      401,
    ]);
    expect((await weak.page.get('/api/v1/internalLogin/step')).json()).toEqual({
      step: { step: 'SECOND_FACTOR_ENROLMENT_REQUIRED' },
    });
    provider.signInAs({ ...zoe, sub: 'f-2', preferred_username: 'strong', amr: ['pwd', 'mfa'] });
    const strong = await visitProvider();
    expect(whereTo(strong.response)).toEqual([303, '/']);
  });

  it('has a button for each enabled provider, after that of SAML', async () => {
    await admin.send('PUT', '/api/v1/mt/settings/saml', {
      body: aSaml(selfSigned(), {
        name: 'Company SSO',
        defaultRole: null,
        mappings: [...aSaml(selfSigned()).mappings],
      }),
    });
    await addOidc(
      admin,
      anOidc({ name: 'Partner ID', slug: 'partner', issuer: 'https://partner.example.net' }),
    );
    await addOidc(
      admin,
      anOidc({ name: 'Keycloak', slug: 'keycloak', issuer: 'https://kc.example.net/realms/noc' }),
    );
    await addOidc(
      admin,
      anOidc({ name: 'Off', slug: 'off', issuer: 'https://off.example.net', enabled: false }),
    );
    const { providers } = (await server.browser().get('/api/v1/authProviders')).json<{
      providers: object[];
    }>();
    expect(providers).toEqual([
      { kind: 'internal', name: 'Telltale' },
      { kind: 'saml', name: 'Company SSO', address: '/api/v1/saml/login' },
      { kind: 'oidc', name: 'Keycloak', address: '/api/v1/oidc/keycloak/login' },
      { kind: 'oidc', name: 'Partner ID', address: '/api/v1/oidc/partner/login' },
    ]);
    await server.stack.db.deleteFrom('setting').where('name', '=', 'saml').execute();
  });

  it('sends PKCE, state, nonce and language along, and the redirect URI of the public URL', async () => {
    const provider = await connect();
    const first = (await authorizationOf(server.browser(), 'example')).searchParams;
    const second = (await authorizationOf(server.browser(), 'example')).searchParams;
    expect(Object.fromEntries(first)).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: `${ORIGIN}/api/v1/oidc/example/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email groups',
      ui_locales: 'fr',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first.get(name)).not.toBe(second.get(name));
    }
    expect(provider.issuer).toMatch(/^http:/);
  });
});

describe('sign-out of a session of an OpenID Connect provider', () => {
  it('continues at the provider, ends the session there, and comes back', async () => {
    const provider = await connect();
    provider.signInAs({ ...zoe, sub: 'out-1', preferred_username: 'leaver' });
    const { page, there } = await visitProvider();
    const { next } = (await page.send('DELETE', '/api/v1/session')).json<{ next: string }>();
    const address = new URL(next);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${ORIGIN}/sign-in`,
      id_token_hint: expect.stringMatching(/^ey/) as string,
    });
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    const { page: form } = await there.open(next);
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(form) ?? [];
    const [, action = ''] = /action="([^"]*)"/.exec(form) ?? [];
    expect((await there.open(action, { xsrf, logout: 'yes' })).left).toBe(`${ORIGIN}/sign-in`);
  });

  it('ends here only if the settings say so', async () => {
    const provider = await connect({ signsOut: false });
    provider.signInAs({ ...zoe, sub: 'out-2', preferred_username: 'stayer' });
    const { page } = await visitProvider();
    expect((await page.send('DELETE', '/api/v1/session')).json()).toEqual({});
  });

  it('at the provider ends the session here, over the back channel', async () => {
    const provider = await connect();
    provider.signInAs({ ...zoe, sub: 'out-3', preferred_username: 'away' });
    const first = await visitProvider();
    const other = await visitProvider();
    expect((await first.page.get('/api/v1/session')).statusCode).toBe(200);
    const { page: form } = await first.there.open(`${provider.issuer}/session/end`);
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(form) ?? [];
    const [, action = ''] = /action="([^"]*)"/.exec(form) ?? [];
    await first.there.open(action, { xsrf, logout: 'yes' });
    await expect.poll(async () => (await first.page.get('/api/v1/session')).statusCode).toBe(401);
    // Another session of the same user at the provider lasts.
    expect((await other.page.get('/api/v1/session')).statusCode).toBe(200);
  });

  it.for(['disabled', 'deleted'] as const)('comes when the provider is %s', async (how) => {
    const provider = await connect();
    provider.signInAs({ ...zoe, sub: `end-${how}`, preferred_username: `of-${how}` });
    const { page } = await visitProvider();
    expect((await page.get('/api/v1/session')).statusCode).toBe(200);
    const url = `${OIDC_SETTINGS}/${String(provider.id)}`;
    const draft = anOidc({ issuer: provider.issuer, enabled: false, clientSecret: '(kept)' });
    const done =
      how === 'deleted'
        ? await admin.send('DELETE', url)
        : await admin.send('PUT', url, { body: { ...draft, version: provider.version } });
    expect([done.statusCode, (await page.get('/api/v1/session')).statusCode]).toEqual([200, 401]);
  });
});

describe('the connection test of an OpenID Connect provider', () => {
  const verdicts = async (draft: OidcDraft, id?: number) => {
    const body = { provider: draft, ...(id !== undefined && { id }) };
    const response = await admin.send('POST', `${OIDC_SETTINGS}/test`, { body });
    const { checks } = response.json<{ checks: OidcVerdict[] }>();
    return Object.fromEntries(checks.map(({ check, verdict, why }) => [check, [verdict, why]]));
  };

  it('passes for the right settings, with the stored secret', async () => {
    const provider = await connect();
    const draft = anOidc({ issuer: provider.issuer, clientSecret: '(kept)' });
    expect(await verdicts(draft, provider.id)).toMatchObject({
      discovery: ['passed', null],
      endpoints: ['passed', null],
      signatures: ['passed', expect.stringContaining('RS256')],
      keys: ['passed', '1'],
      client: ['passed', null],
      signOut: ['passed', null],
    });
  });

  it('names a wrong secret and an unknown client', async () => {
    const { issuer } = await connect();
    for (const wrong of [{ clientSecret: 'another' }, { clientId: 'stranger' }])
      expect(await verdicts(anOidc({ issuer, ...wrong }))).toMatchObject({
        discovery: ['passed', null],
        client: ['failed', 'the provider rejects client ID or secret'],
      });
  });

  it('names a provider that is not there, or is another one', async () => {
    const { issuer } = await connect();
    for (const [wrong, why] of [
      [`${issuer}/realms/noc`, /./],
      ['http://127.0.0.1:1', /does not respond/],
      ['http://127.0.0.2', /OIDC_ALLOWED_NETWORKS/],
      [issuer.replace('127.0.0.1', 'localhost'), /OIDC_ALLOWED_NETWORKS|issuer/],
    ] as const)
      expect(await verdicts(anOidc({ issuer: wrong }))).toMatchObject({
        discovery: ['failed', expect.stringMatching(why)],
        client: ['skipped', null],
      });
  });
});
