import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { selfSigned } from '../../fixtures/saml/certificate.ts';
import {
  attributeOf,
  inflated,
  logoutQuery,
  rsaSha256,
  type LogoutSketch,
} from '../../fixtures/saml/identity-provider.ts';
import { aSamlResponse, aSaml, ENTITY, IDP, LOGOUT_URL } from '../../fixtures/saml/saml-sketch.ts';
import { REFUSED, visit, whereTo } from '../../fixtures/saml/saml-visit.ts';
import { auditEntriesOf } from '../../fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const LOGOUT = '/api/v1/saml/logout';
const signing = selfSigned();
let server: ServerUnderTest;

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now() });
  await server.account({ username: 'admin', permissions: permissionKeys });
  await server.stack.db.insertInto('role').values({ label: 'Watchers' }).execute();
  const admin = await server.signedIn('admin');
  await admin.send('PUT', '/api/v1/mt/settings/saml', { body: aSaml(signing) });
});
afterAll(() => server.close());

let made = 0;
async function someone(sessionIndex = 's1') {
  made += 1;
  const name = `person-${String(made)}`;
  return { name, ...(await comes(name, sessionIndex)) };
}
async function comes(name: string, sessionIndex: string) {
  const attributes = { ...aSamlResponse(signing).attributes, uid: [name] };
  const { page } = await visit(server, signing, { nameId: name, sessionIndex, attributes });
  expect(await isIn(page)).toBe(true);
  return { page };
}
const isIn = async (page: Browser): Promise<boolean> =>
  (await page.get('/api/v1/session')).statusCode === 200;
const aLogout = (nameId: string, changed: Partial<LogoutSketch> = {}): LogoutSketch => ({
  issuer: IDP,
  destination: LOGOUT_URL,
  nameId,
  sessionIndex: undefined,
  issuedMs: 0,
  signing,
  sigAlg: rsaSha256,
  ...changed,
});
const send = (query: string) => server.browser().get(`${LOGOUT}?${query}`);

describe('a logout request of the provider', () => {
  it('ends every session of its user and gets a response', async () => {
    const { name, page } = await someone();
    const other = await comes(name, 's2');
    const stranger = await someone();
    const response = await send(logoutQuery(aLogout(name), { relayState: 'of-the-provider' }));
    const to = new URL(String(whereTo(response)[1]));
    expect(to.origin + to.pathname).toBe('https://idp.example/slo');
    expect(to.searchParams.get('RelayState')).toBe('of-the-provider');
    const xml = inflated(to.searchParams.get('SAMLResponse')!);
    expect(xml).toContain('status:Success');
    expect(await Promise.all([page, other.page, stranger.page].map(isIn))).toEqual([false, false, true]);
    const ended = { kind: 'sign-out', actor: IDP, via: 'provider' };
    expect(await auditEntriesOf(server, name, 'session.end')).toMatchObject([ended, ended]);
  });

  it('that names one session ends only that one', async () => {
    const { name, page } = await someone('s1');
    const other = await comes(name, 's2');
    await send(logoutQuery(aLogout(name, { sessionIndex: 's1' })));
    expect(await Promise.all([page, other.page].map(isIn))).toEqual([false, true]);
  });

  const cases: readonly (readonly [string, (name: string) => string])[] = [
    ['that is not signed', (name) => logoutQuery(aLogout(name), { isSigned: false })],
    ['signed by another key', (name) => logoutQuery(aLogout(name, { signing: selfSigned() }))],
    [
      'signed with SHA-1',
      (name) => logoutQuery(aLogout(name, { sigAlg: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })),
    ],
    ['of another issuer', (name) => logoutQuery(aLogout(name, { issuer: 'https://evil.example' }))],
    [
      'sent to another address',
      (name) => logoutQuery(aLogout(name, { destination: 'https://other.example/slo' })),
    ],
    ['that is old', (name) => logoutQuery(aLogout(name, { issuedMs: -3_600_000 }))],
    [
      'with two requests in one query',
      (name) => `${logoutQuery(aLogout('no-user'))}&${logoutQuery(aLogout(name), { isSigned: false })}`,
    ],
    [
      'whose signature is of another message',
      (name) => {
        const [theirs, ours] = [
          new URLSearchParams(logoutQuery(aLogout(name))),
          new URLSearchParams(logoutQuery(aLogout('no-user'))),
        ];
        theirs.set('Signature', ours.get('Signature')!);
        return theirs.toString();
      },
    ],
  ];
  it.each(cases)('%s ends nothing', async (_, queryOf) => {
    const { name, page } = await someone();
    expect(whereTo(await send(queryOf(name)))).toEqual(REFUSED);
    expect(await isIn(page)).toBe(true);
  });

  it('works once', async () => {
    const { name } = await someone();
    const query = logoutQuery(aLogout(name));
    expect(whereTo(await send(query))[1]).toContain('https://idp.example/slo');
    const again = await comes(name, 's9');
    expect(whereTo(await send(query))).toEqual(REFUSED);
    expect(await isIn(again.page)).toBe(true);
  });
});

describe('signing out here', () => {
  it('leads on to the provider, with the name and the session that it knows', async () => {
    const { name, page } = await someone('s7');
    const { next } = (await page.send('DELETE', '/api/v1/session')).json<{ next: string }>();
    expect(await isIn(page)).toBe(false);
    const xml = inflated(new URL(next).searchParams.get('SAMLRequest')!);
    expect(xml).toContain(`>${name}<`);
    expect(xml).toContain('>s7<');
    expect(xml).toContain(ENTITY);
    expect(attributeOf(xml, 'Destination')).toBe('https://idp.example/slo');
  });

  it('does not redirect a user who signed in with a password', async () => {
    await server.account({ username: 'internal', permissions: ['ALERT.read'] });
    const page = await server.signedIn('internal');
    expect((await page.send('DELETE', '/api/v1/session')).json()).toEqual({});
  });
});
