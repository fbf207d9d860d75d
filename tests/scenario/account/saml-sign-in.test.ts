import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';
import { selfSigned } from '../../fixtures/saml/certificate.ts';
import { responseXml, attributeOf, type SamlResponseSketch } from '../../fixtures/saml/identity-provider.ts';
import { defaultSignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { attempt, codeShown, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import { AuditDetail } from '#schemas/audit/event.ts';
import type { User } from '#schemas/user/user.ts';
import { assertCredentialUnchanged } from '#server/features/account/sign-in/assert-credential-unchanged.ts';
import { lastEvent, auditEntriesOf } from '../../fixtures/server/administrator.ts';
import {
  openServer,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { ACS, aSamlResponse, aSaml, IDP, postingOf } from '../../fixtures/saml/saml-sketch.ts';
import {
  postSamlResponse,
  postForm,
  postResponse,
  REFUSED,
  requestOf,
  visit,
  whereTo,
} from '../../fixtures/saml/saml-visit.ts';
import { atNight } from '#tests/gate/at-night.ts';

const SETTINGS = '/api/v1/mt/settings/saml';
const signing = selfSigned();
let server: ServerUnderTest;
let admin: Browser;

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now(), samlAllowedNetworks: ['127.0.0.0/8'] });
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

async function setUp(changed: Partial<SamlSettings> = {}): Promise<void> {
  const reply = await admin.send('PUT', SETTINGS, { body: aSaml(signing, changed) });
  expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
}
beforeEach(() => setUp());

const session = async (page: Browser) => (await page.get('/api/v1/session')).json<Record<string, unknown>>();
/** A user without an account. */
let made = 0;
function stranger(attributes: Record<string, readonly string[]> = {}): Partial<SamlResponseSketch> {
  made += 1;
  const name = `stranger-${String(made)}`;
  return {
    nameId: `id-of-${name}`,
    attributes: { ...aSamlResponse(signing).attributes, uid: [name], ...attributes },
  };
}

describe('SAML sign-in started by Telltale', () => {
  it('creates the account with role, customers and names from the mappings', async () => {
    const { page, response: reply } = await visit(server, signing);
    expect(whereTo(reply)).toEqual([303, '/']);
    expect(await session(page)).toMatchObject({
      user: { username: 'zoe', firstName: 'Zoé', lastName: 'Martin', email: 'zoe@example.net' },
      role: 'Watchers',
      permissions: expect.arrayContaining(['ALERT.read']) as unknown,
      customers: [{ clientId: 'acme' }],
    });
    const again = await visit(server, signing, {
      attributes: { ...aSamlResponse(signing).attributes, customer: ['globex', 'acme'] },
    });
    expect(await session(again.page)).toMatchObject({
      customers: [{ clientId: 'acme' }, { clientId: 'globex' }],
    });
    await visit(server, signing, { attributes: { ...aSamlResponse(signing).attributes, groups: [] } });
    const of = { actor: IDP, via: 'provider', address: expect.stringMatching(/^10\.1\./) as string };
    const [acme, globex] = ['acme', 'globex'].map((clientId) => server.customers.get(clientId)!);
    expect(await auditEntriesOf(server, 'zoe', 'user.create')).toMatchObject([
      {
        ...of,
        detail: {
          changes: expect.arrayContaining([
            { field: 'role', before: null, after: 'Watchers' },
            { field: 'customers', before: null, after: [acme] },
            { field: 'email', before: null, after: 'zoe@example.net' },
            { field: 'identities', before: null, after: ['zoe-1'] },
          ]) as object[],
        },
      },
    ]);
    expect(await auditEntriesOf(server, 'zoe', 'user.update')).toMatchObject([
      { ...of, detail: { changes: [{ field: 'customers', before: [acme], after: [acme, globex] }] } },
    ]);
    expect(await auditEntriesOf(server, 'zoe', 'session.open')).toMatchObject([
      { kind: 'sign-in', actor: 'zoe', via: 'session', detail: { note: { provider: IDP } } },
      { detail: { note: { provider: IDP } } },
    ]);
    expect(await auditEntriesOf(server, 'zoe-1', 'POST /saml/acs')).toMatchObject([
      {
        kind: 'rejection',
        code: 'LOGIN_PROVIDER_REFUSED',
        actor: '',
        detail: { note: { check: 'user', why: 'no role, and no default role' } },
      },
    ]);
  });

  it('leads back to the page that was requested, and never out of the console', async () => {
    for (const [relayState, expected] of [
      ['/alert?customer=3', '/alert?customer=3'],
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
      ['/kpi?name=débit%20é😀#à', '/kpi?name=d%C3%A9bit%20%C3%A9%F0%9F%98%80#%C3%A0'],
    ] as const) {
      const page = server.browser();
      const inResponseTo = await requestOf(page, relayState);
      const xml = responseXml(aSamlResponse(signing, { inResponseTo }));
      expect(whereTo(await postSamlResponse(page, xml, relayState))).toEqual([303, expected]);
    }
  });

  atNight('sends the request by redirect, or by a form that sends itself', async () => {
    const redirect = await server.browser().get('/api/v1/saml/login');
    expect(whereTo(redirect)[1]).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
    await setUp({ binding: 'POST' });
    const browser = server.browser();
    const page = await browser.get('/api/v1/saml/login?next=/alert&language=fr');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    const [, script = ''] = /<script>([^<]+)<\/script>/.exec(page.body)!;
    expect(script).toContain('submit()');
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(page.body).toContain('Poursuite chez Example SSO');
    const { action, fields } = postingOf(page.body);
    expect([action, fields['RelayState']]).toEqual(['https://idp.example/sso', '/alert']);
    const xml = Buffer.from(fields['SAMLRequest']!, 'base64').toString('utf8');
    const inResponseTo = attributeOf(xml, 'ID');
    expect(
      whereTo(await postSamlResponse(browser, responseXml(aSamlResponse(signing, { inResponseTo })))),
    ).toEqual([303, '/']);
  });

  atNight('is offered by the sign-in page while it is enabled', async () => {
    const providers = async () =>
      (await server.browser().get('/api/v1/authProviders')).json<{ providers: unknown[] }>().providers;
    expect(await providers()).toContainEqual({
      kind: 'saml',
      name: 'Example SSO',
      address: '/api/v1/saml/login',
    });
    await setUp({ enabled: false });
    expect(await providers()).toHaveLength(1);
    expect(whereTo(await visitWhileOff())).toEqual(REFUSED);
  });
  const visitWhileOff = async () => postSamlResponse(server.browser(), responseXml(aSamlResponse(signing)));

  it('ends the session at the time of the provider, at the latest after the minutes of the settings', async () => {
    const endsIn = async (changed: Partial<SamlResponseSketch>): Promise<number> => {
      const { page } = await visit(server, signing, changed);
      return Number((await session(page))['endsAt']) - server.clock.now().getTime();
    };
    expect(await endsIn({})).toBe(60 * 60_000);
    expect(await endsIn({ sessionLastsMs: 10 * 60_000 })).toBeLessThan(11 * 60_000);
    expect(await endsIn({ sessionLastsMs: 10 * 3_600_000 })).toBe(60 * 60_000);
  });

  it('rejects a locked account, with the cause', async () => {
    const who = stranger();
    await visit(server, signing, who);
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', who.attributes!['uid']![0]!)
      .execute();
    const { response: reply } = await visit(server, signing, who);
    expect(whereTo(reply)).toEqual([303, '/sign-in?problem=ACCOUNT_LOCKED_BY_ADMINISTRATOR']);
    expect(await auditEntriesOf(server, who.attributes!['uid']![0]!, 'POST /saml/acs')).toMatchObject([
      { kind: 'rejection', code: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR', detail: { note: { provider: IDP } } },
    ]);
  });

  it('rejects a user of the identity provider whose name belongs to an account with a password', async () => {
    await server.account({ username: 'internal', permissions: ['ALERT.read'] });
    const { response: reply } = await visit(server, signing, stranger({ uid: ['Internal'] }));
    expect(whereTo(reply)).toEqual(REFUSED);
    expect((await server.signedIn('internal')).cookies.has('sid')).toBe(true);
  });

  it('has no local password to create, change, send or request', async () => {
    const who = stranger();
    const username = who.attributes!['uid']![0]!;
    const { page } = await visit(server, signing, who);
    const { id } = (await session(page))['user'] as { id: number };
    const typed = { password: 'a horse beyond the hills', confirmation: 'a horse beyond the hills' };
    const elsewhere = [409, 'PASSWORD_ELSEWHERE'];
    const change = { body: { current: 'none', ...typed } };
    expect(statusAndCode(await page.send('PUT', '/api/v1/session/password', change))).toEqual(elsewhere);
    expect(statusAndCode(await admin.send('POST', `/api/v1/mt/user/${String(id)}/password`))).toEqual(
      elsewhere,
    );
    expect((await admin.get(`/api/v1/mt/user/${String(id)}`)).json()).toMatchObject({
      signsInElsewhere: true,
      passwordExpiresAt: null,
      // It counts as use: unused accounts are locked after a time.
      lastAccessAt: server.clock.now().getTime(),
    });
    const rules = { ...defaultSignInPolicy, expiryDays: 60, warnDays: 14, updateDays: 3 };
    await admin.send('PUT', '/api/v1/mt/sign-in', { body: rules });
    await server.stack.db
      .updateTable('account')
      .set({ created_at: new Date(server.clock.now().getTime() - 58 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    expect(whereTo((await visit(server, signing, who)).response)).toEqual([303, '/']);
    await admin.send('PUT', '/api/v1/mt/sign-in', { body: defaultSignInPolicy });
    const visitor = await visitorOf(server);
    const requested = { body: { login: username, language: 'en' } };
    expect((await visitor.send('POST', '/api/v1/requestPasswordReset', requested)).statusCode).toBe(200);
    expect(statusAndCode(await attempt(visitor, username, typed.password))).toEqual([401, 'LOGIN_REFUSED']);
  });

  atNight('requests the second factor that the role demands, unless the provider proves one', async () => {
    const watchers = await server.stack.db
      .selectFrom('role')
      .select('id')
      .where('label', '=', 'Watchers')
      .executeTakeFirstOrThrow();
    const demand = (required: boolean) =>
      admin.send('PUT', `/api/v1/mt/sign-in/roles/${String(watchers.id)}`, { body: { required } });
    const saying = (context: string): Partial<SamlResponseSketch> => ({
      draft: (xml) => xml.replace('urn:oasis:names:tc:SAML:2.0:ac:classes:Password', context),
    });
    const who = stranger();
    expect((await demand(true)).statusCode).toBe(200);
    try {
      const { page, response: reply } = await visit(server, signing, who);
      expect(whereTo(reply)).toEqual([303, '/sign-in']);
      expect((await page.get('/api/v1/session')).statusCode).toBe(401);
      const step = '/api/v1/internalLogin';
      expect((await page.get(`${step}/step`)).json()).toEqual({
        step: { step: 'SECOND_FACTOR_ENROLMENT_REQUIRED' },
      });
      const begun = await page.send('POST', `${step}/secondFactor/enrolment`, { body: {} });
      const { secret } = begun.json<{ secret: string }>();
      const wrong = await page.send('PUT', `${step}/secondFactor/enrolment`, { body: { code: '0000000' } });
      expect(statusAndCode(wrong)).toEqual([400, 'SECOND_FACTOR_WRONG']);
      const code = codeShown(secret, server.clock.now());
      expect((await page.send('PUT', `${step}/secondFactor/enrolment`, { body: { code } })).statusCode).toBe(
        200,
      );
      expect((await page.send('POST', `${step}/continue`, { body: {} })).statusCode).toBe(200);
      const again = await visit(server, signing, who);
      expect((await again.page.get(`${step}/step`)).json()).toEqual({
        step: { step: 'SECOND_FACTOR_REQUIRED' },
      });
      for (const context of [
        'https://refeds.org/profile/mfa',
        'http://schemas.microsoft.com/claims/multipleauthn',
      ])
        expect(whereTo((await visit(server, signing, { ...who, ...saying(context) })).response)).toEqual([
          303,
          '/',
        ]);
      for (const context of [
        'https://refeds.org/profile/sfa',
        'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
      ])
        expect(whereTo((await visit(server, signing, { ...who, ...saying(context) })).response)[1]).toBe(
          '/sign-in',
        );
    } finally {
      await demand(false);
    }
    expect(whereTo((await visit(server, signing, who)).response)).toEqual([303, '/']);
  });

  atNight(
    'accepts only an assertion with a requested authentication context, where any is requested',
    async () => {
      const mfa = 'https://refeds.org/profile/mfa';
      const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password';
      await setUp({ contextClasses: [mfa, 'urn:example:strong'] });
      expect(await lastEvent(server, 'setting.update')).toMatchObject({
        detail: expect.stringContaining(`"after":["${mfa}","urn:example:strong"]`) as string,
      });
      const saying = (context: string): Partial<SamlResponseSketch> => ({
        draft: (xml) => xml.replace(password, context),
      });
      const said = `<saml:AuthnContextClassRef>${password}</saml:AuthnContextClassRef>`;
      const silent: Partial<SamlResponseSketch> = {
        draft: (xml) => xml.replace(said, '<saml:AuthnContextDeclRef>urn:example</saml:AuthnContextDeclRef>'),
      };
      const looked = async (changed: Partial<SamlResponseSketch>) => {
        const response = responseXml(
          aSamlResponse(signing, { inResponseTo: await requestOf(server.browser()), ...changed }),
        );
        const reply = await admin.send('POST', `${SETTINGS}/test`, { body: { response } });
        const { accepted, checks } = reply.json<{
          accepted: boolean;
          checks: { check: string; why: string }[];
        }>();
        return { accepted, context: checks.find(({ check }) => check === 'context') };
      };
      for (const [changed, reported] of [
        [{}, `the authentication context ${password}`],
        // Exact matches only: a class whose name begins like a requested one is another.
        [saying(`${mfa}/weak`), `the authentication context ${mfa}/weak`],
        [saying(mfa.toUpperCase()), `the authentication context ${mfa.toUpperCase()}`],
        [silent, 'no authentication context'],
      ] as const) {
        const why = `the assertion has ${reported}, but one of these is required: ${mfa}, urn:example:strong`;
        const { page, response: reply } = await visit(server, signing, changed);
        expect(whereTo(reply)).toEqual([303, '/sign-in?problem=LOGIN_CONTEXT_REFUSED']);
        expect((await page.get('/api/v1/session')).statusCode).toBe(401);
        const event = await lastEvent(server, 'POST /saml/acs');
        expect(event).toMatchObject({
          kind: 'rejection',
          code: 'LOGIN_CONTEXT_REFUSED',
          subject_name: 'zoe-1',
        });
        expect(AuditDetail.parse(JSON.parse(event.detail)).note).toEqual({ check: 'context', why });
        expect(await looked(changed)).toEqual({
          accepted: false,
          context: { check: 'context', verdict: 'failed', why },
        });
      }
      for (const context of [mfa, ' urn:example:strong '])
        expect(whereTo((await visit(server, signing, saying(context))).response)).toEqual([303, '/']);
      expect(await looked(saying(mfa))).toEqual({
        accepted: true,
        context: { check: 'context', verdict: 'passed', why: null },
      });
      // The strength of an unsigned assertion is not reported.
      const forged = { ...saying('urn:example:weak'), sign: 'none' } as const;
      expect(whereTo((await visit(server, signing, forged)).response)).toEqual(REFUSED);
      const faulty = await admin.send('PUT', SETTINGS, {
        body: aSaml(signing, { contextClasses: [mfa, ' '] }),
      });
      expect(faulty.json()).toMatchObject({ errors: [{ path: 'body.contextClasses.1', code: 'REQUIRED' }] });
    },
  );

  atNight('accepts older settings without an authentication context', async () => {
    const { db } = server.stack;
    const { value } = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'saml')
      .executeTakeFirstOrThrow();
    const { contextClasses: _, ...before } = value as SamlSettings;
    await db
      .updateTable('setting')
      .set({ value: JSON.stringify(before) })
      .where('name', '=', 'saml')
      .execute();
    expect(whereTo((await visit(server, signing)).response)).toEqual([303, '/']);
    expect((await admin.get(SETTINGS)).json()).toMatchObject({ settings: { contextClasses: [] } });
  });

  it('signs in a user who was added for the identity provider, into that account', async () => {
    const who = stranger();
    const username = who.attributes!['uid']![0]!;
    const { id: role } = await server.stack.db
      .selectFrom('role')
      .select('id')
      .where('label', '=', 'Watchers')
      .executeTakeFirstOrThrow();
    const draft = {
      username,
      firstName: '',
      lastName: '',
      email: '',
      language: 'fr',
      role,
      allCustomers: false,
      customers: [server.customers.get('globex')!],
      profiles: [],
      restrictions: [],
    };
    const added = await admin.send('POST', '/api/v1/mt/user', { body: { ...draft, signsInElsewhere: true } });
    expect(added.json()).toMatchObject({
      user: { username, signsInElsewhere: true, passwordUpdatedAt: null, passwordExpiresAt: null },
      password: null,
    });
    const { user } = added.json<{ user: { id: number } }>();
    expect(statusAndCode(await attempt(await visitorOf(server), username))).toEqual([401, 'LOGIN_REFUSED']);
    const { page } = await visit(server, signing, who);
    expect(await session(page)).toMatchObject({
      user: { id: user.id, username, language: 'fr' },
      customers: [{ clientId: 'acme' }],
    });
  });

  atNight('no longer opens an account that got a password, until the password is removed', async () => {
    const who = stranger();
    const username = who.attributes!['uid']![0]!;
    const { page } = await visit(server, signing, who);
    const { id } = (await session(page))['user'] as { id: number };
    const { db } = server.stack;
    // What is remembered of sessions goes when the change comes back over the bus.
    const isOver = (of: Browser) =>
      expect.poll(async () => (await of.get('/api/v1/session')).statusCode).toBe(401);
    const wayTo = (elsewhere: boolean, by = admin) =>
      by.send('PUT', `/api/v1/mt/user/${String(id)}/sign-in-method`, { body: { elsewhere } });
    expect((await wayTo(true)).json()).toMatchObject({ user: { signsInElsewhere: true }, password: null });
    expect((await session(page))['user']).toMatchObject({ username });
    const { user, password } = (await wayTo(false)).json<{ user: User; password: string }>();
    expect(user).toMatchObject({ signsInElsewhere: false, passwordUpdatedAt: null, roleLabel: 'Watchers' });
    await isOver(page);
    expect(whereTo((await visit(server, signing, who)).response)).toEqual(REFUSED);
    // A sign-in that the provider had already vouched for.
    const late = { accountId: id, issuer: IDP };
    await expect(db.transaction().execute((tx) => assertCredentialUnchanged(tx, late))).rejects.toMatchObject(
      {
        code: 'LOGIN_REFUSED',
      },
    );
    const here = await visitorOf(server);
    expect(statusAndCode(await attempt(here, username, password))).toEqual([403, 'PASSWORD_UPDATE_REQUIRED']);
    const chosen = 'one horse of my own';
    const choice = { body: { password: chosen, confirmation: chosen } };
    expect((await here.send('POST', '/api/v1/internalLogin/password', choice)).statusCode).toBe(200);
    await db.updateTable('account').set({ lock_reason: 'expired' }).where('id', '=', id).execute();
    expect((await wayTo(true)).json()).toMatchObject({
      user: { signsInElsewhere: true, passwordExpiresAt: null, lock: null },
      password: null,
    });
    await isOver(here);
    expect(statusAndCode(await attempt(await visitorOf(server), username, chosen))).toEqual([
      401,
      'LOGIN_REFUSED',
    ]);
    expect(whereTo((await visit(server, signing, who)).response)).toEqual([303, '/']);
    const reported = await auditEntriesOf(server, username, 'user.sign-in-method');
    expect(reported.map(({ actor, detail }) => [actor, detail])).toEqual([
      [
        'admin',
        {
          changes: [{ field: 'signsInElsewhere', before: true, after: false }],
          note: { ended: 1 },
        },
      ],
      [
        'admin',
        {
          changes: [
            { field: 'signsInElsewhere', before: false, after: true },
            { field: 'lock', before: 'expired', after: null },
          ],
          note: { ended: 1 },
        },
      ],
    ]);
  });

  atNight('recognises users by name if the provider changes their id every time', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const who = { ...stranger(), nameIdFormat };
    const first = await visit(server, signing, { ...who, nameId: '_a' });
    const second = await visit(server, signing, { ...who, nameId: '_b' });
    const idOf = async ({ page }: typeof first) => ((await session(page))['user'] as { id: number }).id;
    expect(await idOf(second)).toBe(await idOf(first));
  });
});

describe('SAML sign-in started by the identity provider', () => {
  beforeEach(() => setUp({ workflow: 'IDP' }));

  it('accepts an unsolicited response, once', async () => {
    const xml = responseXml(aSamlResponse(signing));
    const page = server.browser();
    expect(whereTo(await postSamlResponse(page, xml, '/alert'))).toEqual([303, '/alert']);
    expect(await session(page)).toMatchObject({ user: { username: 'zoe' } });
    expect(whereTo(await postSamlResponse(server.browser(), xml))).toEqual(REFUSED);
  });

  it('accepts a response once, also when it arrives twice concurrently', async () => {
    const xml = responseXml(aSamlResponse(signing));
    const responses = await Promise.all([
      postSamlResponse(server.browser(), xml),
      postSamlResponse(server.browser(), xml),
    ]);
    expect(responses.filter((reply) => whereTo(reply)[1] === '/')).toHaveLength(1);
  });

  atNight('sends no request: the button leads to the provider', async () => {
    expect(whereTo(await server.browser().get('/api/v1/saml/login'))).toEqual([
      303,
      'https://idp.example/sso',
    ]);
  });

  it('rejects a response to an unknown request', async () => {
    const xml = responseXml(aSamlResponse(signing, { inResponseTo: '_made-up' }));
    expect(whereTo(await postSamlResponse(server.browser(), xml))).toEqual(REFUSED);
    // Removed from the envelope, it is still in the signed part.
    const assertionOnly = aSamlResponse(signing, { inResponseTo: '_made-up', sign: 'assertion' });
    await setUp({ workflow: 'IDP', signed: 'ASSERTION' });
    const stripped = responseXml(assertionOnly).replace(
      /(<samlp:Response[^>]*) InResponseTo="_made-up"/,
      '$1',
    );
    expect(whereTo(await postSamlResponse(server.browser(), stripped))).toEqual(REFUSED);
  });
});

describe('a response of the provider is rejected', () => {
  const other = selfSigned();
  const wrap = (xml: string): string => {
    const assertion = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)![0];
    return xml.replace(
      assertion,
      assertion
        .replace(/ID="_[^"]*"/, 'ID="_evil"')
        .replaceAll('zoe', 'admin')
        .replace(/<Signature.*<\/Signature>/, '') + assertion,
    );
  };
  /** The first check that fails, by the reason. */
  const checks: readonly (readonly [RegExp, string])[] = [
    [/rsa-sha1|more than one assertion|same ID|document type|encrypted/, 'message'],
    [/Invalid (document )?signature/, 'signature'],
    [/is meant for/, 'destination'],
    [/the issuer is/, 'issuer'],
    [/audience mismatch/, 'audience'],
    [/expired|too old|not yet valid|No valid subject confirmation/, 'time'],
    [/InResponseTo/, 'request'],
    [/no subject confirmation/, 'confirmation'],
  ];
  const cases: readonly (readonly [
    string,
    RegExp,
    Partial<SamlResponseSketch>,
    ((xml: string) => string)?,
  ])[] = [
    ['that is not signed', /Invalid document signature/, { sign: 'none' }],
    [
      'of which only the assertion is signed, where both are required',
      /Invalid document signature/,
      { sign: 'assertion' },
    ],
    ['of which only the envelope is signed', /Invalid signature/, { sign: 'response' }],
    ['signed by another key', /Invalid document signature/, { signing: other }],
    [
      'that was changed after it was signed',
      /Invalid document signature/,
      {},
      (xml) => xml.replace('>zoe<', '>admin<'),
    ],
    ['with a second assertion wrapped in', /more than one assertion/, {}, wrap],
    [
      'whose signed assertion was moved into an extension',
      /same ID|more than one assertion/,
      {},
      (xml) => {
        const assertion = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)![0];
        const forged = assertion
          .replaceAll('zoe', 'admin')
          .replace(/<Signature.*?<\/Signature>/, (found) =>
            found.replace('</Signature>', `<Object>${assertion}</Object></Signature>`),
          );
        return xml.replace(assertion, forged);
      },
    ],
    ['signed with SHA-1', /rsa-sha1/, { algorithm: 'sha1' }],
    ['for another audience', /audience mismatch/, { audience: 'https://other.example' }],
    ['sent to another address', /is meant for/, { destination: 'https://other.example/acs' }],
    [
      'to be received by another address',
      /no subject confirmation/,
      { recipient: 'https://other.example/acs' },
    ],
    ['of another issuer', /the issuer is/, { issuer: 'https://evil.example' }],
    ['that has expired', /expired/, { issuedMs: -400_000, lastsMs: 300_000 }],
    ['that is too old although it has not expired', /too old/, { issuedMs: -400_000, lastsMs: 3_600_000 }],
    ['that comes from the future', /not yet valid/, { issuedMs: 120_000 }],
    ['to a request that was never made', /InResponseTo is not valid/, { inResponseTo: '_made-up' }],
    ['to no request', /InResponseTo is missing/, { inResponseTo: undefined }],
    ['with a document type', /document type/, {}, (xml) => `<!DOCTYPE x [<!ENTITY e "zoe">]>${xml}`],
    [
      'that confirms by holding a key',
      /no subject confirmation/,
      { draft: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') },
    ],
    [
      'that is encrypted, when there is no key',
      /encrypted/,
      {},
      (xml) =>
        xml.replace(
          /<saml:Assertion.*<\/saml:Assertion>/,
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
        ),
    ],
    ['without a name ID', /has no name ID/, { nameId: '' }],
    [
      'with two elements of one ID',
      /same ID/,
      {},
      (xml) => xml.replace('<samlp:Status>', `<samlp:Status ID="${attributeOf(xml, 'ID')!}">`),
    ],
  ];
  it.each(cases.map(([name, ...of]) => ({ name, of })))(
    '$name',
    async ({ name, of: [reason, changed, change = (xml: string) => xml] }) => {
      const page = server.browser();
      const inResponseTo = await requestOf(page);
      const xml = change(responseXml(aSamlResponse(signing, { inResponseTo, ...changed })));
      const { faults } = (await admin.send('POST', `${SETTINGS}/test`, { body: { response: xml } })).json<{
        faults: string[];
      }>();
      expect(faults.join('; ')).toMatch(reason);
      expect(whereTo(await postSamlResponse(page, xml))).toEqual(REFUSED);
      expect((await page.get('/api/v1/session')).statusCode).toBe(401);
      const reported = await lastEvent(server, 'POST /saml/acs');
      expect(reported).toMatchObject({ kind: 'rejection', code: 'LOGIN_PROVIDER_REFUSED', actor: '' });
      const { note } = AuditDetail.parse(JSON.parse(reported.detail));
      expect([
        checks.find(([, check]) => check === note?.['check'])?.[0].test(JSON.stringify(note?.['why'])),
      ]).toEqual([name === 'without a name ID' ? undefined : true]);
      // No name of an unsigned assertion is revealed.
      if (note?.['check'] === 'signature' || note?.['check'] === 'message')
        expect(reported.subject_name).toBe('');
      else if (name !== 'without a name ID') expect(reported.subject_name).toBe('zoe-1');
    },
  );

  it('the second time, and a second response to the same request', async () => {
    const page = server.browser();
    const inResponseTo = await requestOf(page);
    const xml = responseXml(aSamlResponse(signing, { inResponseTo }));
    expect(whereTo(await postSamlResponse(page, xml))).toEqual([303, '/']);
    expect(whereTo(await postSamlResponse(page, xml))).toEqual(REFUSED);
    expect(
      whereTo(await postSamlResponse(page, responseXml(aSamlResponse(signing, { inResponseTo })))),
    ).toEqual(REFUSED);
  });

  it('after ten minutes at the sign-in page of the provider', async () => {
    const page = server.browser();
    const inResponseTo = await requestOf(page);
    await server.stack.db.updateTable('saml_request').set({ ends_at: server.clock.now() }).execute();
    expect(
      whereTo(await postSamlResponse(page, responseXml(aSamlResponse(signing, { inResponseTo })))),
    ).toEqual(REFUSED);
  });

  it.each([
    ['empty', ''],
    ['no base64', '!'],
    ['an unfinished element', '<a'],
    ['another element', Buffer.from('<a/>').toString('base64')],
    ['300,000 characters long', 'A'.repeat(300_000)],
  ])('that is %s', async (_, SAMLResponse) => {
    const page = server.browser();
    await requestOf(page);
    expect(whereTo(await postResponse(page, SAMLResponse))).toEqual(REFUSED);
  });

  atNight('contained twice in one form', async () => {
    const page = server.browser();
    const inResponseTo = await requestOf(page);
    const value = encodeURIComponent(
      Buffer.from(responseXml(aSamlResponse(signing, { inResponseTo }))).toString('base64'),
    );
    const reply = await postForm(page, ACS, `SAMLResponse=${value}&SAMLResponse=${value}`);
    expect(whereTo(reply)).toEqual(REFUSED);
  });

  it('but not for a comment inside the name, whose whole signed text is read', async () => {
    const who = stranger();
    const { page } = await visit(server, signing, {
      ...who,
      draft: (xml) => xml.replace(`>${who.attributes!['uid']![0]!}<`, '>adm<!-- -->in2<'),
    });
    expect(await session(page)).toMatchObject({ user: { username: 'admin2' } });
  });
});

describe('the mappings', () => {
  const mapping = (type: SamlMapping['type'], changed: Partial<SamlMapping> = {}): SamlMapping => ({
    type,
    source: 'SAML',
    path: 'groups',
    expected: null,
    target: null,
    by: 'name',
    separator: null,
    ...changed,
  });
  const base = [mapping('USERNAME', { path: 'uid' })];
  const customer = mapping('CUSTOMER', { path: 'customer', by: 'id' });
  const role = mapping('ROLE', { expected: 'noc', target: 'Watchers' });
  const tried = async (
    mappings: SamlMapping[],
    attributes: Record<string, readonly string[]> = {},
    changed: Partial<SamlSettings> = {},
  ) => {
    await setUp({ mappings: [...base, ...mappings], ...changed });
    const { page, response: reply } = await visit(server, signing, stranger(attributes));
    return whereTo(reply)[1] === '/' ? session(page) : whereTo(reply)[1];
  };

  atNight('use the value itself as the role name when no value is expected, case-sensitively', async () => {
    expect(await tried([customer, mapping('ROLE')], { groups: ['Watchers'] })).toMatchObject({
      role: 'Watchers',
    });
    expect(await tried([customer, mapping('ROLE')], { groups: ['watchers'] })).toBe(REFUSED[1]);
  });

  it('fall back to the default role, and reject without one', async () => {
    const { id } = await server.stack.db
      .selectFrom('role')
      .select('id')
      .where('label', '=', 'Watchers')
      .executeTakeFirstOrThrow();
    expect(await tried([customer, role], { groups: ['others'] }, { defaultRole: id })).toMatchObject({
      role: 'Watchers',
    });
    expect(await tried([customer, role], { groups: ['others'] })).toBe(REFUSED[1]);
  });

  it('reject a user without a known customer', async () => {
    expect(await tried([customer, role], { customer: ['unknown'] })).toBe(REFUSED[1]);
    expect(await tried([customer, role], { customer: ['unknown', 'acme'] })).toMatchObject({
      customers: [{ clientId: 'acme' }],
    });
    expect(await tried([customer, role], { customer: [] })).toBe(REFUSED[1]);
  });

  atNight('find customers by name too, and grant the customers of a profile', async () => {
    expect(await tried([{ ...customer, by: 'name' }, role], { customer: ['Customer globex'] })).toMatchObject(
      {
        customers: [{ clientId: 'globex' }],
      },
    );
    const { db } = server.stack;
    const { id } = await db
      .insertInto('customer_profile')
      .values({ name: 'Gold' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('customer').set({ profile_id: id }).where('client_id', '=', 'initech').execute();
    const profile = mapping('PROFILE', { path: 'level', expected: '1', target: 'Gold' });
    expect(await tried([profile, role], { level: ['1'] })).toMatchObject({
      customers: [{ clientId: 'initech' }],
    });
  });

  atNight('grant every customer when the value is the expected one', async () => {
    const all = mapping('ALL_CUSTOMERS', { expected: 'staff' });
    const { customers } = (await tried([customer, role, all], { customer: [] })) as { customers: unknown[] };
    expect(customers).toHaveLength(3);
    expect(await tried([customer, role, { ...all, expected: 'Staff' }], { customer: [] })).toBe(REFUSED[1]);
  });

  atNight('read attributes of the user from another address, as JSON', async () => {
    const requested: string[] = [];
    const directory = createServer((request, response) => {
      requested.push(`${request.url ?? ''} ${String(request.headers['x-key'])}`);
      response.end(JSON.stringify({ user: { tenants: [{ id: 'globex' }, { id: 'acme' }] } }));
    }).listen(0, '127.0.0.1');
    await once(directory, 'listening');
    const { port } = directory.address() as AddressInfo;
    const extra = {
      url: `http://127.0.0.1:${String(port)}/users/{username}`,
      headers: [{ name: 'X-Key', value: 'of the tests' }],
    };
    const read = { ...customer, source: 'EXTRA' as const, path: 'user.tenants.id' };
    expect(await tried([read, role], { uid: ['a%b/../c'] }, { extra })).toMatchObject({
      customers: [{ clientId: 'acme' }, { clientId: 'globex' }],
    });
    expect(requested).toEqual(['/users/a%25b%2F..%2Fc of the tests']);
    directory.close();
    directory.closeAllConnections();
    expect(await tried([read, role], {}, { extra })).toBe(REFUSED[1]);
  });
});

describe('the source of extra attributes', () => {
  const extraAt = (url: string) => ({ url, headers: [] });
  const read = (extra: SamlSettings['extra']): Partial<SamlSettings> => ({
    extra,
    mappings: aSaml(signing).mappings.map((each) =>
      each.type === 'EMAIL' ? { ...each, source: 'EXTRA' as const } : each,
    ),
  });
  const faultsOf = async (url: string): Promise<string[]> => {
    await setUp(read(extraAt(url)));
    const response = responseXml(aSamlResponse(signing, stranger()));
    const reply = await admin.send('POST', `${SETTINGS}/test`, { body: { response } });
    return reply
      .json<{ checks: { check: string; why: string | null }[] }>()
      .checks.flatMap(({ check, why }) => (check === 'user' && why !== null ? [why] : []));
  };

  it.each([
    'http://[::1]:9/{username}',
    'http://169.254.169.254/latest/meta-data/{username}',
    'https://10.0.0.1/{username}',
    'https://[::ffff:192.168.0.1]/{username}',
  ])('is not asked at %s, an address of our own side', async (url) => {
    expect(await faultsOf(url)).toEqual([
      'the extra attributes cannot be read: its address is not allowed: SAML_ALLOWED_NETWORKS lists the exceptions',
    ]);
  });

  atNight('is read over http in allowed networks only', async () => {
    expect(await faultsOf('http://192.88.99.1/{username}')).toEqual([
      'the extra attributes cannot be read: https is required outside SAML_ALLOWED_NETWORKS',
    ]);
  });

  atNight.each([
    ['its response is not JSON', 200, 'root:x:0:0:the secret'],
    ['it returned no success status', 404, 'the secret'],
    ['it returned no success status', 302, 'the secret'],
    ['its response is too large', 200, `"${'the secret'.repeat(30_000)}"`],
  ])('is reported as a sentence, and not by its response: %s', async (sentence, status, body) => {
    const source = createServer((_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(source, 'listening');
    const { port } = source.address() as AddressInfo;
    const faults = await faultsOf(`http://127.0.0.1:${String(port)}/{username}`);
    source.close();
    source.closeAllConnections();
    expect(faults).toEqual([`the extra attributes cannot be read: ${sentence}`]);
  });
});

describe('the settings of a user with few permissions', () => {
  it('name no role that holds more than their own, in any field', async () => {
    const { db } = server.stack;
    await server.account({ username: 'few', permissions: ['SETTINGS.SAML.write', 'ALERT.read'] });
    const few = await server.signedIn('few');
    const roleOf = (label: string) =>
      db.selectFrom('role').select('id').where('label', '=', label).executeTakeFirstOrThrow();
    const [outside, within] = [await roleOf('of admin'), await roleOf('Watchers')];
    const faults = async (changed: Partial<SamlSettings>) => {
      const reply = await few.send('PUT', SETTINGS, { body: aSaml(signing, changed) });
      const { errors = [] } = reply.json<{ errors?: { path: string; code: string }[] }>();
      return errors.map(({ path, code }) => [path, code]);
    };
    const withRole = (changed: Partial<SamlMapping>) => ({
      mappings: aSaml(signing).mappings.map((each) =>
        each.type === 'ROLE' ? { ...each, ...changed } : each,
      ),
    });
    expect(await faults({ defaultRole: outside.id })).toEqual([['body.defaultRole', 'RIGHTS_EXCEED_OWN']]);
    const target = ['body.mappings.4.target', 'RIGHTS_EXCEED_OWN'];
    expect(await faults(withRole({ target: 'of admin' }))).toEqual([target]);
    expect(await faults(withRole({ target: String(outside.id), by: 'id' }))).toEqual([target]);
    expect(await faults(withRole({ expected: null, target: null }))).toEqual([
      ['body.mappings.4.expected', 'RIGHTS_EXCEED_OWN'],
    ]);
    expect(await faults({ defaultRole: within.id })).toEqual([]);
  });

  it('are closed to users of some customers, who could otherwise grant themselves all', async () => {
    await server.account({ username: 'part', permissions: permissionKeys, customers: ['acme', 'globex'] });
    const part = await server.signedIn('part');
    const reply = await part.send('PUT', SETTINGS, { body: aSaml(signing) });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([403, 'EVERY_CUSTOMER_REQUIRED']);
  });
});

describe('the settings', () => {
  const save = (changed: Partial<SamlSettings>) =>
    admin.send('PUT', SETTINGS, { body: aSaml(signing, changed) });
  const old = selfSigned(Date.now() - 200_000, Date.now() - 100_000);
  const pair = selfSigned();
  const extra = { url: 'https://directory.example/{username}', headers: [] };
  atNight.each([
    ['mappings', 'SAML_MAPPING_MISSING', { mappings: [] }],
    [
      'extra',
      'SAML_EXTRA_URL_REQUIRED',
      { mappings: aSaml(signing).mappings.map((each) => ({ ...each, source: 'EXTRA' as const })) },
    ],
    ['extra.url', 'URL_INVALID', { extra: { ...extra, url: 'https://{username}.directory.example/' } }],
    ['extra.url', 'URL_INVALID', { extra: { ...extra, url: 'https://directory.example@{username}/' } }],
    ['extra.url', 'URL_INVALID', { extra: { ...extra, url: 'file:///etc/passwd' } }],
    ['certificates.0', 'CERTIFICATE_UNREADABLE', { certificates: ['no certificate'] }],
    ['certificates.1', 'CERTIFICATE_NOT_IN_FORCE', { certificates: [signing.certificate, old.certificate] }],
    [
      'privateKey',
      'PRIVATE_KEY_UNREADABLE',
      { privateKey: signing.key, publicCertificate: pair.certificate },
    ],
    ['publicCertificate', 'REQUIRED', { privateKey: signing.key }],
    ['defaultRole', 'INPUT_INVALID', { defaultRole: 999_999 }],
  ] as const)('are rejected at %s: %s', async (path, code, changed) => {
    const reply = await save(changed as Partial<SamlSettings>);
    expect(reply.json()).toMatchObject({
      code: 'VALIDATION',
      errors: expect.arrayContaining([expect.objectContaining({ path: `body.${path}`, code })]) as unknown,
    });
  });

  it('never return a secret, keep it when it is left out, and store it sealed', async () => {
    const secrets = {
      privateKey: pair.key,
      publicCertificate: pair.certificate,
      extra: { ...extra, headers: [{ name: 'Authorization', value: 'Bearer of-the-tests' }] },
    };
    expect((await save(secrets)).statusCode).toBe(200);
    const { settings } = (await admin.get(SETTINGS)).json<{ settings: SamlSettings }>();
    expect(settings).toMatchObject({ privateKey: '(kept)', extra: { headers: [{ value: '(kept)' }] } });
    expect((await admin.send('PUT', SETTINGS, { body: settings })).statusCode).toBe(200);
    const [row] = await server.stack.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'saml')
      .execute();
    expect(JSON.stringify(row)).not.toMatch(/of-the-tests|PRIVATE KEY/);
    // Kept, it still signs.
    const url = String((await server.browser().get('/api/v1/saml/login')).headers.location);
    expect(new URL(url).searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect((await server.browser().get('/api/v1/saml/metadata')).body).toContain('AssertionConsumerService');
  });
});

describe('the test of an assertion', () => {
  const examine = async (xml: string) =>
    (await admin.send('POST', `${SETTINGS}/test`, { body: { response: xml } })).json<{
      accepted: boolean;
      checks: { check: string; verdict: string; why: string | null }[];
      faults: string[];
      attributes: object;
      identity: object | null;
    }>();

  atNight('shows its effect without applying it', async () => {
    const who = stranger();
    const page = server.browser();
    const inResponseTo = await requestOf(page);
    const xml = responseXml(aSamlResponse(signing, { inResponseTo, ...who }));
    const result = await examine(xml);
    expect(result).toMatchObject({
      accepted: true,
      faults: [],
      attributes: { groups: ['staff', 'noc'] },
      identity: { username: who.attributes!['uid']![0], role: 'Watchers', customers: ['Customer acme'] },
    });
    const known = await server.stack.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', who.attributes!['uid']![0]!)
      .execute();
    expect(known).toEqual([]);
    expect(whereTo(await postSamlResponse(page, xml))).toEqual([303, '/']);
  });

  atNight('shows an old response with the reason for its rejection', async () => {
    const result = await examine(
      responseXml(aSamlResponse(signing, { issuedMs: -9_000_000, ...stranger() })),
    );
    expect(result.accepted).toBe(false);
    expect(result.faults.join()).toMatch(/InResponseTo|expired|too old/);
    expect(result.identity).toMatchObject({ role: 'Watchers' });
  });

  atNight('has a verdict for each check, and no untrusted content', async () => {
    const verdicts = async (xml: string): Promise<Record<string, string>> =>
      Object.fromEntries((await examine(xml)).checks.map(({ check, verdict }) => [check, verdict]));
    const remaining = { message: 'passed', signature: 'passed', issuer: 'passed', user: 'passed' };
    const elsewhere = responseXml(
      aSamlResponse(signing, { audience: 'https://other.example', issuedMs: -9_000_000, ...stranger() }),
    );
    expect(await verdicts(elsewhere)).toMatchObject({
      ...remaining,
      audience: 'failed',
      time: 'failed',
      request: 'failed',
      destination: 'passed',
    });
    const forged = await verdicts(responseXml(aSamlResponse(signing, { signing: selfSigned() })));
    const [message, status, signature, ...others] = Object.entries(forged);
    expect([message, status, signature]).toEqual([
      ['message', 'passed'],
      ['status', 'passed'],
      ['signature', 'failed'],
    ]);
    expect(new Set(others.map(([, verdict]) => verdict))).toEqual(new Set(['skipped']));
  });

  atNight('detects a response used before', async () => {
    const page = server.browser();
    const xml = responseXml(aSamlResponse(signing, { inResponseTo: await requestOf(page), ...stranger() }));
    await postSamlResponse(page, xml);
    expect((await examine(xml)).faults.join()).toMatch(/used before/);
  });

  it('shows nothing of one whose signature is wrong', async () => {
    const result = await examine(responseXml(aSamlResponse(signing, { signing: selfSigned() })));
    expect(result).toMatchObject({ accepted: false, attributes: {}, identity: null });
    expect(result.faults).not.toEqual([]);
  });

  it('requires the permission to change the settings', async () => {
    await server.account({ username: 'reader', permissions: ['SETTINGS.SAML.read'] });
    const reader = await server.signedIn('reader');
    expect((await reader.send('POST', `${SETTINGS}/test`, { body: { response: 'x' } })).statusCode).toBe(403);
  });
});

atNight('signing in with a password remains possible next to it', async () => {
  await server.account({ username: 'beside', permissions: ['ALERT.read'] });
  expect(PASSWORD).not.toBe('');
  expect(await session(await server.signedIn('beside'))).toMatchObject({ user: { username: 'beside' } });
  expect(IDP).toContain('idp');
});
