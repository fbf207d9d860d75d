import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditDetail } from '#schemas/audit/event.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { selfSigned } from '../../fixtures/saml/certificate.ts';
import { responseXml, type SamlResponseSketch } from '../../fixtures/saml/identity-provider.ts';
import { ACS, aSamlResponse, aSaml, postingOf } from '../../fixtures/saml/saml-sketch.ts';
import {
  postAgain,
  postSamlResponse,
  postForm,
  REFUSED,
  requestOf,
  visit,
  whereTo,
} from '../../fixtures/saml/saml-visit.ts';
import { lastEvent } from '../../fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const SETTINGS = '/api/v1/mt/settings/saml';
const signing = selfSigned();
let server: ServerUnderTest;
let admin: Browser;

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now() });
  await server.account({ username: 'admin', permissions: permissionKeys });
  await server.account({ username: 'watchers', permissions: ['ALERT.read'] });
  await server.stack.db
    .updateTable('role')
    .set({ label: 'Watchers' })
    .where('label', '=', 'of watchers')
    .execute();
  admin = await server.signedIn('admin');
  const response = await admin.send('PUT', SETTINGS, { body: aSaml(signing) });
  if (response.statusCode !== 200) throw new Error(response.body);
});
afterAll(() => server.close());

let made = 0;
/** Another user each time. */
function person(attributes: Record<string, string> = {}): Partial<SamlResponseSketch> {
  made += 1;
  const name = `person-${String(made)}`;
  const all = { uid: name, groups: 'noc', customer: 'acme', ...attributes };
  return {
    nameId: name,
    attributes: Object.fromEntries(Object.entries(all).map(([key, value]) => [key, [value]])),
  };
}

/** What the audit has about the last rejected message. */
async function reported() {
  const { note } = AuditDetail.parse(JSON.parse((await lastEvent(server, 'POST /saml/acs')).detail));
  return { check: note?.['check'], why: note?.['why'] };
}
const isIn = async (page: Browser) => (await page.get('/api/v1/session')).statusCode === 200;

describe('a name from the identity provider', () => {
  it.each([
    ['a username with a space', { uid: 'Jane Doe' }, 'username "Jane Doe": Whitespace is not allowed.'],
    ['a username with a tab', { uid: 'jane\tdoe' }, 'username "jane\\u{9}doe": Whitespace is not allowed.'],
    [
      'a username with a zero-width space',
      { uid: 'noc\u200B' },
      'username "noc\\u{200b}": Invisible characters',
    ],
    [
      'a username with a change of direction',
      { uid: 'noc\u202Econ' },
      'username "noc\\u{202e}con": Invisible',
    ],
    [
      'a username with a Hangul filler',
      { uid: 'noc\u3164' },
      'username "noc\\u{3164}": Invisible characters',
    ],
    ['a username of 101 letters', { uid: 'x'.repeat(101) }, `username "${'x'.repeat(60)}": `],
    ['a mail without a dot in its domain', { mail: 'jane@corp' }, 'email "jane@corp": Invalid email address'],
    [
      'a mail with a soft hyphen',
      { mail: 'ja\u00ADne@corp.example' },
      'email "ja\\u{ad}ne@corp.example": Invisible',
    ],
    ['a first name of 150 letters', { givenName: 'y'.repeat(150) }, `firstName "${'y'.repeat(60)}": `],
    ['a last name with a joiner', { sn: 'Do\u200De' }, 'lastName "Do\\u{200d}e": Invisible characters'],
  ])('%s is rejected as in the user form, with the reason', async (_, attributes, why) => {
    const { page, response: reply } = await visit(server, signing, person(attributes));
    expect(whereTo(reply)).toEqual(REFUSED);
    expect(await isIn(page)).toBe(false);
    const found = await reported();
    expect(found.check).toBe('user');
    expect(found.why).toEqual(expect.stringContaining(why));
    const inResponseTo = await requestOf(server.browser());
    const response = responseXml(aSamlResponse(signing, { inResponseTo, ...person(attributes) }));
    const tested = await admin.send('POST', `${SETTINGS}/test`, { body: { response } });
    const { accepted, checks } = tested.json<{
      accepted: boolean;
      checks: { check: string; why: string }[];
    }>();
    expect(accepted).toBe(false);
    expect(checks.find(({ check }) => check === 'user')?.why).toContain(why);
    expect((await admin.get('/api/v1/mt/user')).statusCode).toBe(200);
  });

  it('with letters of any language is taken', async () => {
    const attributes = { uid: 'zoé@corp', givenName: 'Zoé', sn: 'Łukasz-Ōe 陳', mail: 'zoe@corp.example' };
    const { response: reply } = await visit(server, signing, person(attributes));
    expect(whereTo(reply)).toEqual([303, '/']);
  });
});

it.each([
  ['a username', 'username', { username: 'two words' }],
  ['a mail', 'email', { email: 'jane@corp' }],
  ['a name', 'first_name', { first_name: 'y'.repeat(150) }],
])('%s that the form would reject, stored before, breaks no list and no page', async (_, column, stored) => {
  const id = await server.account({ username: `stored-${column}`, permissions: ['ALERT.read'] });
  await server.stack.db.updateTable('account').set(stored).where('id', '=', id).execute();
  expect((await admin.get('/api/v1/mt/user')).statusCode).toBe(200);
  expect((await admin.get(`/api/v1/mt/user/${String(id)}`)).statusCode).toBe(200);
  await server.stack.db.deleteFrom('account').where('id', '=', id).execute();
});

it.each([
  ['a username', { username: 'noc\u200B' }, 'body.username'],
  ['a first name', { firstName: 'a\u202Eb' }, 'body.firstName'],
  ['a mail', { email: 'a\u2060@example.net' }, 'body.email'],
])('%s with an invisible character is rejected in the user form', async (_, changed, path) => {
  const { id: role } = await server.stack.db
    .selectFrom('role')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const names = { username: 'visible', firstName: '', lastName: '', email: '', ...changed };
  const access = { language: null, role, allCustomers: true, customers: [], profiles: [], restrictions: [] };
  const response = await admin.send('POST', '/api/v1/mt/user', { body: { ...names, ...access } });
  expect(response.json()).toMatchObject({
    code: 'VALIDATION',
    errors: [{ path, code: 'INVISIBLE_CHARACTER' }],
  });
});

describe('a response with a status', () => {
  const status = (codes: string, message = '') => `<samlp:Status>${codes}${message}</samlp:Status>`;
  const code = (name: string, inner = '') =>
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${name}">${inner}</samlp:StatusCode>`;
  it.each([
    ['of failure', status(code('Responder')), 'reports urn:oasis:names:tc:SAML:2.0:status:Responder'],
    [
      'of failure with a cause and a text',
      status(
        code('Responder', code('AuthnFailed')),
        '<samlp:StatusMessage>no second factor</samlp:StatusMessage>',
      ),
      'status:Responder, urn:oasis:names:tc:SAML:2.0:status:AuthnFailed: no second factor',
    ],
    [
      'that begins like a success',
      status(code('Successful')),
      'reports urn:oasis:names:tc:SAML:2.0:status:Successful',
    ],
    ['that is missing', '', 'the response has no status'],
  ])('%s is rejected, although an assertion is in it', async (_, element, why) => {
    const { page, response: reply } = await visit(server, signing, { ...person(), status: element });
    expect(whereTo(reply)).toEqual(REFUSED);
    expect(await isIn(page)).toBe(false);
    const found = await reported();
    expect(found.check).toBe('status');
    expect(found.why).toEqual(expect.stringContaining(why));
  });
});

describe('the browser that was sent to the identity provider', () => {
  const responseFor = async (page: Browser) =>
    responseXml(aSamlResponse(signing, { inResponseTo: await requestOf(page), ...person() }));

  it('is the only one that signs in with the response', async () => {
    const requesting = server.browser();
    const xml = await responseFor(requesting);
    const victim = server.browser();
    expect(whereTo(await postSamlResponse(victim, xml))).toEqual(REFUSED);
    expect(await reported()).toEqual({ check: 'request', why: 'this browser sent no request' });
    await requestOf(victim);
    expect(whereTo(await postSamlResponse(victim, xml))).toEqual(REFUSED);
    expect(await reported()).toEqual({ check: 'request', why: 'another browser sent the request' });
    expect(await isIn(victim)).toBe(false);
    // The attempts did not use the request up.
    expect(whereTo(await postSamlResponse(requesting, xml))).toEqual([303, '/']);
  });

  it('may sign in in several tabs', async () => {
    const page = server.browser();
    const first = await responseFor(page);
    const second = await responseFor(page);
    expect(whereTo(await postSamlResponse(page, second))).toEqual([303, '/']);
    expect(whereTo(await postSamlResponse(page, first))).toEqual([303, '/']);
  });

  it('posts the response again, by itself, since its cookie does not come with the post of another site', async () => {
    const page = server.browser();
    const SAMLResponse = Buffer.from(await responseFor(page)).toString('base64');
    const RelayState = '/alert?name="><script>alert(1)</script>';
    const reply = await postForm(page, ACS, { SAMLResponse, RelayState });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(postingOf(reply.body)).toEqual({ action: '?again', fields: { SAMLResponse, RelayState } });
    expect(reply.body.match(/<script/g)).toHaveLength(1);
    expect(await isIn(page)).toBe(false);
    expect(whereTo(await postAgain(page, reply.body))[0]).toBe(303);
    expect(await isIn(page)).toBe(true);
  });

  it('has a cookie that no script reads and no other site sends', async () => {
    const reply = await server.browser().get('/api/v1/saml/login');
    expect(reply.cookies.find(({ name }) => name === 'provider')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 600,
    });
  });

  it('starts at the address that receives the response, or its cookie would not be sent there', async () => {
    const page = server.browser();
    const elsewhere = await page.get('/api/v1/saml/login?next=/alert&language=fr', {
      host: 'localhost:8080',
    });
    const to = 'http://127.0.0.1:8080/api/v1/saml/login?next=%2Falert&language=fr&via=base-url';
    expect(whereTo(elsewhere)).toEqual([303, to]);
    // A proxy may hide the public name: once is enough.
    const again = await page.get(to.slice('http://127.0.0.1:8080'.length), { host: 'localhost:8080' });
    expect(whereTo(again)[1]).toMatch(/^https:\/\/idp\.example\/sso\?/);
  });
});

it.each([
  ['/é😀', '/%C3%A9%F0%9F%98%80'],
  ['/kpi?name=débit%20a&b=«x»', '/kpi?name=d%C3%A9bit%20a&b=%C2%ABx%C2%BB'],
  ['/a b', '/a%20b'],
  ['/.//evil.example', '/.//evil.example'],
])('the page %s that was requested opens after the sign-in', async (relayState, expected) => {
  const page = server.browser();
  const xml = responseXml(aSamlResponse(signing, { inResponseTo: await requestOf(page), ...person() }));
  expect(whereTo(await postSamlResponse(page, xml, relayState))).toEqual([303, expected]);
});

it('the metadata of the console offers logout by redirect and by post', async () => {
  const { body } = await server.browser().get('/api/v1/saml/metadata');
  const services = [...body.matchAll(/<SingleLogoutService Binding="([^"]+)" Location="([^"]+)"/g)];
  expect(services.map(([, binding, location]) => [binding?.split(':').at(-1), location])).toEqual([
    ['HTTP-Redirect', 'http://127.0.0.1:8080/api/v1/saml/logout'],
    ['HTTP-POST', 'http://127.0.0.1:8080/api/v1/saml/logout'],
  ]);
});
