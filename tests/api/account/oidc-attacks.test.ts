import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import {
  forgedUser,
  startForgingProvider,
  type ForgingProvider,
  type Forgery,
} from '../../fixtures/oidc/forging-provider.ts';
import {
  addOidc,
  anOidc,
  authorizationOf,
  CLIENT_ID,
  CLIENT_SECRET,
  deleteAllOidc,
  OIDC_SETTINGS,
  oidcMapping,
} from '../../fixtures/oidc/oidc-sketch.ts';
import { selfSigned } from '../../fixtures/saml/certificate.ts';
import { aSamlResponse, aSaml } from '../../fixtures/saml/saml-sketch.ts';
import { ofNight } from '#tests/gate/at-night.ts';
import { REFUSED, visit, whereTo } from '../../fixtures/saml/saml-visit.ts';
import {
  openServer,
  ORIGIN,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let admin: Browser;
let provider: ForgingProvider;
let other: ForgingProvider;

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now(), oidcAllowedNetworks: ['127.0.0.1'] });
  await server.account({ username: 'admin', permissions: permissionKeys });
  admin = await server.signedIn('admin');
  await server.stack.db.insertInto('role').values({ label: 'Watchers' }).execute();
  [provider, other] = [await startForgingProvider(), await startForgingProvider()];
});
afterAll(async () => {
  await Promise.all([provider.close(), other.close()]);
  await server.close();
});
beforeEach(async () => {
  await addOidc(admin, anOidc({ issuer: provider.issuer }));
});
afterEach(async () => {
  await deleteAllOidc(admin);
  provider.forge({});
  other.forge({});
  await server.stack.db.deleteFrom('account').where('username', '<>', 'admin').execute();
  await server.stack.db.deleteFrom('role').where('label', 'in', ['of zoe.oidc', 'of limited']).execute();
});

let codes = 0;
interface Started {
  readonly page: Browser;
  readonly callback: string;
}

/** Starts a sign-in and returns the callback with which the provider would send the browser back. */
async function start(slug = 'example', of = provider, page = server.browser()): Promise<Started> {
  const { searchParams } = await authorizationOf(page, slug);
  of.nonce = searchParams.get('nonce') ?? '';
  codes += 1;
  const query = new URLSearchParams({
    code: `code-${String(codes)}`,
    state: searchParams.get('state') ?? '',
  });
  return { page, callback: `/api/v1/oidc/${slug}/callback?${query.toString()}` };
}

/** Whether the browser is signed in, after where the response leads. */
async function outcome(page: Browser, url: string): Promise<unknown> {
  const response = await page.get(url);
  return [...whereTo(response), (await page.get('/api/v1/session')).statusCode];
}

const REJECTED = [...REFUSED, 401];
const signIn = async (forgery: Forgery = {}): Promise<unknown> => {
  provider.forge(forgery);
  const { page, callback } = await start();
  return outcome(page, callback);
};
const accounts = async (): Promise<string[]> =>
  (await server.stack.db.selectFrom('account').select('username').orderBy('username').execute()).map(
    ({ username }) => username,
  );
const lastReason = async (): Promise<string> => {
  const row = await server.stack.db
    .selectFrom('audit_event')
    .select('detail')
    .where('code', '=', 'LOGIN_PROVIDER_REFUSED')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { note } = JSON.parse(row.detail) as { note: { check: string; why: string } };
  return `${note.check}: ${note.why}`;
};

const now = (): number => Math.trunc(Date.now() / 1_000);
const unsigned = (claims: object): string =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

describe('an ID token', () => {
  it('that is right signs in', async () => {
    expect(await signIn()).toEqual([303, '/', 200]);
    expect(await accounts()).toEqual(['admin', 'zoe.oidc']);
  });

  it.for<[string, () => Forgery | Promise<Forgery>]>([
    ['of another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['of another issuer', () => ({ claims: { iss: other.issuer } })],
    ['of an issuer that differs by a slash', () => ({ claims: { iss: `${provider.issuer}/` } })],
    ['for another client', () => ({ claims: { aud: 'another-client' } })],
    [
      'for several clients, of which another one was authorized',
      () => ({ claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } }),
    ],
    ['that has expired', () => ({ claims: { iat: now() - 7_200, exp: now() - 3_600 } })],
    ['that expires never', () => ({ claims: { exp: undefined } })],
    ['of the future', () => ({ claims: { nbf: now() + 3_600 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['with the key of another provider', () => ({ key: other.key })],
    ['with the key of another provider, under an unknown id', () => ({ key: other.key, kid: 'k2' })],
    [
      'with HS256 and the client secret',
      () => ({ algorithm: 'HS256', key: createSecretKey(CLIENT_SECRET, 'utf8') }),
    ],
    [
      'with HS256 and the public key',
      () => ({ algorithm: 'HS256', key: createSecretKey(provider.publicPem, 'utf8') }),
    ],
    [
      'without a signature',
      () => ({
        idToken: unsigned({
          iss: provider.issuer,
          aud: CLIENT_ID,
          exp: now() + 60,
          iat: now(),
          ...forgedUser,
        }),
      }),
    ],
    ['that is no token', () => ({ idToken: 'a.b.c' })],
    ['that is missing', () => ({ idToken: '' })],
  ])('%s is rejected', async ([, forgery]) => {
    expect(await signIn(await forgery())).toEqual(REJECTED);
    expect(await accounts()).toEqual(['admin']);
    expect(await lastReason()).toMatch(/^token: /);
  });

  it('without a signature is rejected with the nonce of the request too', async () => {
    const { page, callback } = await start();
    const claims = {
      iss: provider.issuer,
      aud: CLIENT_ID,
      exp: now() + 60,
      iat: now(),
      nonce: provider.nonce,
    };
    provider.forge({ idToken: unsigned({ ...claims, ...forgedUser }) });
    expect(await outcome(page, callback)).toEqual(REJECTED);
  });

  it('with UserInfo of another subject is rejected', async () => {
    await deleteAllOidc(admin);
    const mappings = anOidc().mappings.map((one) => ({ ...one, source: 'USERINFO' as const }));
    await addOidc(admin, anOidc({ issuer: provider.issuer, mappings }));
    expect(await signIn({ userInfo: { sub: 'u-2' } })).toEqual(REJECTED);
    expect(await signIn()).toEqual([303, '/', 200]);
  });
});

describe('a response of a provider', () => {
  it('is valid once: neither state nor code can be replayed', async () => {
    const { page, callback } = await start();
    const before = provider.redeemed.length;
    expect(await outcome(page, callback)).toEqual([303, '/', 200]);
    const again = await page.get(callback);
    expect(whereTo(again)).toEqual(REFUSED);
    // The code was not sent again, and the code of one sign-in is not accepted in another.
    expect(provider.redeemed.length).toBe(before + 1);
    const code = new URL(callback, ORIGIN).searchParams.get('code')!;
    const next = await start();
    const replayed = next.callback.replace(/code=[^&]*/, `code=${code}`);
    expect(await outcome(next.page, replayed)).toEqual(REJECTED);
    expect(await lastReason()).toContain('invalid_grant');
  });

  it('is rejected in another browser, in one without a request, and with another state', async () => {
    const { callback, page } = await start();
    const mine = await start();
    const before = provider.redeemed.length;
    for (const stranger of [server.browser(), mine.page])
      expect(await outcome(stranger, callback)).toEqual(REJECTED);
    expect(await outcome(page, callback.replace(/state=[^&]*/, 'state=guessed'))).toEqual(REJECTED);
    expect(await outcome(page, callback.replace(/&state=[^&]*/, ''))).toEqual(REJECTED);
    expect(await outcome(page, `${callback}&state=second`)).toEqual(REJECTED);
    expect(provider.redeemed.length).toBe(before);
    expect(await lastReason()).toMatch(/^(request|token): /);
  });

  it('expires with its request, ten minutes after the browser was sent', async () => {
    const { page, callback } = await start();
    server.clock.setBy(10 * 60_000);
    expect(await outcome(page, callback)).toEqual(REJECTED);
    server.clock.setBy(-10 * 60_000);
  });

  it('of one provider is not accepted for another: neither its state nor its issuer', async () => {
    await addOidc(admin, anOidc({ name: 'Other', slug: 'other', issuer: other.issuer }));
    const { page, callback } = await start();
    const [before, beforeOther] = [provider.redeemed.length, other.redeemed.length];
    expect(await outcome(page, callback.replace('/example/', '/other/'))).toEqual(REJECTED);
    const second = await start();
    const iss = encodeURIComponent(other.issuer);
    expect(await outcome(second.page, `${second.callback}&iss=${iss}`)).toEqual(REJECTED);
    expect([provider.redeemed.length, other.redeemed.length]).toEqual([before, beforeOther]);
  });

  it('with an error opens no session, and shows no text of the provider', async () => {
    const { page, callback } = await start();
    const failed = callback.replace(/code=[^&]*/, 'error=access_denied&error_description=%3Cscript%3E');
    expect(await outcome(page, failed)).toEqual(REJECTED);
    expect(await lastReason()).toBe('token: the provider reports access_denied: <script>');
  });

  it('leads to a page of the console only', async () => {
    for (const [next, expected] of [
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
      ['/\\evil.example/', '/'],
      ['javascript:alert(1)', '/'],
      ['/kpi?name=é', '/kpi?name=%C3%A9'],
    ] as const) {
      const page = server.browser();
      const { searchParams } = await authorizationOf(page, 'example', next);
      provider.nonce = searchParams.get('nonce')!;
      codes += 1;
      const callback = `/api/v1/oidc/example/callback?code=code-${String(codes)}&state=${searchParams.get('state')!}`;
      expect([next, whereTo(await page.get(callback))]).toEqual([next, [303, expected]]);
    }
  });

  it('never goes to the host of a forged header', async () => {
    const page = server.browser();
    const evil = await page.get('/api/v1/oidc/example/login?via=public-url', { host: 'evil.example' });
    expect([evil.statusCode, evil.headers.location]).toEqual([403, undefined]);
    const sent = await page.get('/api/v1/oidc/example/login?next=/alert', { host: 'localhost' });
    expect(sent.headers.location).toBe(
      `${ORIGIN}/api/v1/oidc/example/login?next=%2Falert&language=en&via=public-url`,
    );
    const again = await page.get('/api/v1/oidc/example/login?via=public-url', { host: 'localhost' });
    const redirect = new URL(String(again.headers.location)).searchParams.get('redirect_uri');
    expect(redirect).toBe(`${ORIGIN}/api/v1/oidc/example/callback`);
  });
});

describe('an account', () => {
  it('with a password is not taken over by its username, and keeps its role', async () => {
    await server.account({ username: 'zoe.oidc', permissions: ['ALERT.read'] });
    expect(await signIn()).toEqual(REJECTED);
    expect(await lastReason()).toContain('belongs to another account');
    expect(await signIn({ claims: { preferred_username: 'ZOE.OIDC' } })).toEqual(REJECTED);
    expect(await signIn({ claims: { preferred_username: 'admin' } })).toEqual(REJECTED);
  });

  it('of one provider is not taken over by another with an equal username or subject', async () => {
    expect(await signIn()).toEqual([303, '/', 200]);
    await addOidc(admin, anOidc({ name: 'Other', slug: 'other', issuer: other.issuer, linksPrepared: true }));
    const { page, callback } = await start('other', other);
    expect(await outcome(page, callback)).toEqual(REJECTED);
    other.forge({ claims: { preferred_username: 'zoe.other' } });
    const second = await start('other', other);
    expect(await outcome(second.page, second.callback)).toEqual([303, '/', 200]);
    expect(await accounts()).toEqual(['admin', 'zoe.oidc', 'zoe.other']);
  });

  it('of a SAML identity provider with the same address is another one', async () => {
    const signing = selfSigned();
    await admin.send('PUT', '/api/v1/mt/settings/saml', {
      body: aSaml(signing, { idpEntityId: provider.issuer }),
    });
    const attributes = { ...aSamlResponse(signing).attributes, uid: ['zoe.saml'] };
    const bySaml = await visit(server, signing, {
      issuer: provider.issuer,
      nameId: forgedUser.sub,
      attributes,
    });
    expect(whereTo(bySaml.response)).toEqual([303, '/']);
    expect(await signIn()).toEqual([303, '/', 200]);
    expect(await accounts()).toEqual(['admin', 'zoe.oidc', 'zoe.saml']);
    await server.stack.db.deleteFrom('setting').where('name', '=', 'saml').execute();
  });

  it('prepared for external sign-in is linked only if the provider may do so, and only once', async () => {
    const id = await server.account({ username: 'zoe.oidc', permissions: ['ALERT.read'] });
    await server.stack.db.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute();
    expect(await signIn()).toEqual(REJECTED);
    await deleteAllOidc(admin);
    await addOidc(admin, anOidc({ issuer: provider.issuer, linksPrepared: true }));
    expect(await signIn()).toEqual([303, '/', 200]);
    expect(await signIn({ claims: { sub: 'u-2' } })).toEqual(REJECTED);
    expect(await accounts()).toEqual(['admin', 'zoe.oidc']);
  });

  it('with a look-alike name is not created', async () => {
    expect(await signIn({ claims: { preferred_username: '\u0430dmin' } })).toEqual(REJECTED);
    expect(await accounts()).toEqual(['admin']);
  });
});

describe('a provider that misbehaves', () => {
  const hang = () => undefined;
  const huge = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1 << 20, 32);
    let left = 50;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) {
          response.once('drain', write);
          return;
        }
      }
      response.end('{}');
    };
    write();
  };
  const elsewhere =
    (target: string) =>
    (response: ServerResponse): void => {
      response.writeHead(302, { location: target }).end();
    };
  const WELL_KNOWN = '/.well-known/openid-configuration';

  it.for<[string, string, RegExp]>([
    ['/token', 'hangs', /does not respond in time/],
    ...ofNight<[string, string, RegExp]>([['/jwks', 'hangs', /does not respond in time/]]),
    ['/token', 'sends 50 MB', /too large/],
    ['/jwks', 'sends 50 MB', /too large/],
    ['/token', 'redirects', /./],
    ['/jwks', 'redirects', /./],
  ])('at %s and %s opens no session', async ([path, how, reason]) => {
    const misdeed = how === 'hangs' ? hang : how === 'redirects' ? elsewhere(`${other.issuer}${path}`) : huge;
    const { page, callback } = await start();
    provider.forge({ at: { [path]: misdeed } });
    const before = other.redeemed.length;
    expect(await outcome(page, callback)).toEqual(REJECTED);
    expect(await lastReason()).toMatch(reason);
    expect(other.redeemed.length).toBe(before);
  });

  it.for<[string, (response: ServerResponse) => void]>([
    ['hangs', hang],
    ['sends 50 MB', huge],
    ['redirects', (response) => elsewhere(`${other.issuer}${WELL_KNOWN}`)(response)],
    ['sends no JSON', (response) => response.end('<html>')],
  ])('with metadata that %s starts no sign-in', async ([, misdeed]) => {
    provider.forge({ at: { [WELL_KNOWN]: misdeed } });
    expect(whereTo(await server.browser().get('/api/v1/oidc/example/login'))).toEqual(REFUSED);
    expect(await lastReason()).toMatch(/^provider: /);
  });

  it.for<[string, () => Readonly<Record<string, unknown>>]>([
    ['another issuer', () => ({ issuer: other.issuer })],
    ['no accepted algorithm', () => ({ id_token_signing_alg_values_supported: ['none', 'HS256'] })],
    ['a script as its page', () => ({ authorization_endpoint: 'javascript:alert(1)' })],
    ['no page', () => ({ authorization_endpoint: undefined })],
  ])('whose metadata names %s starts no sign-in', async ([, metadata]) => {
    provider.forge({ metadata: metadata() });
    expect(whereTo(await server.browser().get('/api/v1/oidc/example/login'))).toEqual(REFUSED);
  });

  it('cannot make the server call internal addresses', async () => {
    let called = 0;
    const internal = createServer((_, response) => {
      called += 1;
      response.end('{}');
    });
    internal.listen(0, '127.0.0.2');
    await once(internal, 'listening');
    const at = `http://127.0.0.2:${String((internal.address() as AddressInfo).port)}`;
    for (const metadata of [{ token_endpoint: `${at}/token` }, { jwks_uri: `${at}/jwks` }]) {
      await deleteAllOidc(admin);
      await addOidc(admin, anOidc({ issuer: provider.issuer }));
      expect(await signIn({ metadata })).toEqual(REJECTED);
      expect(await lastReason()).toContain('OIDC_ALLOWED_NETWORKS');
    }
    for (const issuer of [
      at,
      at.replace('127.0.0.2', '[::ffff:127.0.0.2]'),
      'http://169.254.169.254/latest',
    ]) {
      const response = await admin.send('POST', `${OIDC_SETTINGS}/test`, {
        body: { provider: anOidc({ issuer }) },
      });
      expect(response.json<{ checks: unknown[] }>().checks[0]).toMatchObject({
        check: 'discovery',
        verdict: 'failed',
      });
    }
    expect(called).toBe(0);
    internal.close();
  });

  it('and is disabled or unknown starts and ends no sign-in', async () => {
    const { page, callback } = await start();
    await deleteAllOidc(admin);
    await addOidc(admin, anOidc({ issuer: provider.issuer, enabled: false }));
    for (const url of [callback, '/api/v1/oidc/example/login', '/api/v1/oidc/unknown/login'])
      expect(await outcome(page, url)).toEqual(REJECTED);
  });
});

describe('a logout token', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
  const right = () => ({
    iss: provider.issuer,
    aud: CLIENT_ID,
    iat: now(),
    exp: now() + 60,
    jti: `j-${String((codes += 1))}`,
    sub: forgedUser.sub,
    events: { [EVENT]: {} },
  });
  const post = (token: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/oidc/example/backchannel-logout',
      payload: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const signedInPage = async (): Promise<Browser> => {
    // Tokens have the time of their library.
    server.clock.setBy(Date.now() - server.clock.now().getTime());
    const { page, callback } = await start();
    await page.get(callback);
    return page;
  };

  it('that is right ends the sessions of its user, once', async () => {
    const page = await signedInPage();
    const token = await provider.tokenOf(right(), { typ: 'logout+jwt' });
    expect((await post(token)).statusCode).toBe(200);
    expect((await page.get('/api/v1/session')).statusCode).toBe(401);
    const again = await signedInPage();
    expect((await post(token)).statusCode).toBe(400);
    expect((await again.get('/api/v1/session')).statusCode).toBe(200);
  });

  it.for<[string, () => Promise<string>]>([
    ['of another key', () => other.tokenOf(right())],
    ['of another issuer', () => provider.tokenOf({ ...right(), iss: other.issuer })],
    ['for another client', () => provider.tokenOf({ ...right(), aud: 'x' })],
    ['that is old', () => provider.tokenOf({ ...right(), iat: now() - 3_600, exp: now() + 60 })],
    ['that has expired', () => provider.tokenOf({ ...right(), iat: now() - 120, exp: now() - 60 })],
    ['with a nonce, as an ID token has', () => provider.tokenOf({ ...right(), nonce: 'n' })],
    ['without its event', () => provider.tokenOf({ ...right(), events: {} })],
    ['without an id', () => provider.tokenOf({ ...right(), jti: undefined })],
    ['of no session and no user', () => provider.tokenOf({ ...right(), sub: undefined })],
    ['without a signature', () => Promise.resolve(unsigned(right()))],
    ['that is empty', () => Promise.resolve('')],
  ])('%s ends nothing', async ([, token]) => {
    const page = await signedInPage();
    const response = await post(await token());
    expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_request' }]);
    expect((await page.get('/api/v1/session')).statusCode).toBe(200);
  });
});

describe('the administration of providers', () => {
  const draft = () => anOidc({ issuer: provider.issuer, name: 'Second', slug: 'second' });

  it('never returns a secret, and sends a stored one to no other provider', async () => {
    const { body } = await admin.get(OIDC_SETTINGS);
    expect([body.includes(CLIENT_SECRET), body.includes('(kept)')]).toEqual([false, true]);
    const { providers } = JSON.parse(body) as { providers: { id: number; version: number }[] };
    const [{ id, version }] = providers as [{ id: number; version: number }];
    const settings = anOidc({ issuer: other.issuer, clientSecret: '(kept)' });
    const errors = [{ path: 'body.clientSecret', code: 'OIDC_SECRET_OF_OTHER' }];
    for (const response of [
      await admin.send('PUT', `${OIDC_SETTINGS}/${String(id)}`, { body: { ...settings, version } }),
      await admin.send('POST', `${OIDC_SETTINGS}/test`, { body: { provider: settings, id } }),
      await admin.send('POST', OIDC_SETTINGS, { body: { ...settings, name: 'x', slug: 'x' } }),
    ])
      expect([response.statusCode, response.json<{ errors: unknown }>().errors]).toMatchObject([400, errors]);
    const same = anOidc({ issuer: provider.issuer, clientSecret: '(kept)', name: 'Renamed' });
    const saved = await admin.send('PUT', `${OIDC_SETTINGS}/${String(id)}`, { body: { ...same, version } });
    expect(saved.statusCode).toBe(200);
    expect(await signIn()).toEqual([303, '/', 200]);
    const stale = await admin.send('PUT', `${OIDC_SETTINGS}/${String(id)}`, { body: { ...same, version } });
    expect(stale.json()).toMatchObject({ code: 'CONFLICT' });
    const { client_secret: sealed } = await server.stack.db
      .selectFrom('oidc_provider')
      .select('client_secret')
      .executeTakeFirstOrThrow();
    expect(sealed).not.toContain(CLIENT_SECRET);
  });

  it.for<[string, () => object, object]>([
    ['name', () => ({ name: 'example id', issuer: other.issuer }), { path: 'body.name', code: 'NAME_TAKEN' }],
    [
      'address',
      () => ({ slug: 'example', issuer: other.issuer }),
      { path: 'body.slug', code: 'OIDC_SLUG_TAKEN' },
    ],
    ['issuer', () => ({ issuer: `${provider.issuer}/` }), { path: 'body.issuer', code: 'OIDC_ISSUER_TAKEN' }],
  ])('rejects the %s of another provider', async ([, changed, error]) => {
    const response = await admin.send('POST', OIDC_SETTINGS, { body: { ...draft(), ...changed() } });
    expect(response.json<{ errors: unknown }>().errors).toMatchObject([error]);
  });

  it.for<[string, object, string]>([
    ['an address with a slash', { slug: 'a/b' }, 'slug'],
    ['an issuer with a query', { issuer: 'https://a.example/?x' }, 'issuer'],
    ['an issuer that is a file', { issuer: 'file:///etc/passwd' }, 'issuer'],
    [
      'the address of the metadata',
      { issuer: 'https://a.example/.well-known/openid-configuration' },
      'issuer',
    ],
    ['a missing secret', { clientSecret: null }, 'clientSecret'],
    ['a scope with a quote', { scopes: ['a"b'] }, 'scopes.0'],
    ['no mapping of a role', { mappings: [oidcMapping({ type: 'CUSTOMER', path: 'c' })] }, 'mappings'],
  ])('rejects %s', async ([, changed, path]) => {
    const response = await admin.send('POST', OIDC_SETTINGS, { body: { ...draft(), ...changed } });
    expect([response.statusCode, response.json<{ errors: { path: string }[] }>().errors[0]?.path]).toEqual([
      400,
      `body.${path}`,
    ]);
  });

  it('rejects a role with more permissions than those of its author', async () => {
    await server.account({
      username: 'limited',
      permissions: ['SETTINGS.SAML.write', 'SETTINGS.SAML.read', 'ROLE.read'],
    });
    const limited = await server.signedIn('limited');
    const { role_id: outside } = await server.stack.db
      .selectFrom('account')
      .select('role_id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    const body = { ...draft(), issuer: other.issuer, defaultRole: outside };
    const response = await limited.send('POST', OIDC_SETTINGS, { body });
    expect(response.json<{ errors: unknown }>().errors).toMatchObject([
      { path: 'body.defaultRole', code: 'RIGHTS_EXCEED_OWN' },
    ]);
  });
});
