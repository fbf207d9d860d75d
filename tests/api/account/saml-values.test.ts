import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';
import { selfSigned, type KeyAndCertificate } from '../../fixtures/saml/certificate.ts';
import { aSaml } from '../../fixtures/saml/saml-sketch.ts';
import { REFUSED, visit, whereTo } from '../../fixtures/saml/saml-visit.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const SETTINGS = '/api/v1/mt/settings/saml';
const signing = selfSigned();
let server: ServerUnderTest;
let admin: Browser;
let made = 0;

beforeAll(async () => {
  server = await openServer({ startsAt: Date.now() });
  await server.account({ username: 'admin', permissions: permissionKeys });
  admin = await server.signedIn('admin');
  await server.stack.db.insertInto('role').values({ label: 'Operators' }).execute();
});
afterAll(() => server.close());

const basic = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic';
const attribute = (name: string, ...values: readonly string[]): string =>
  `<saml:Attribute Name="${name}" FriendlyName="${name}" NameFormat="${basic}">${values
    .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;
const statement = (...attributes: readonly string[]): string =>
  `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`;

const mapping = (changed: Partial<SamlMapping>): SamlMapping => ({
  type: 'ROLE',
  source: 'SAML',
  path: 'Role',
  expected: null,
  target: null,
  by: 'name',
  separator: null,
  ...changed,
});
const keycloak: readonly SamlMapping[] = [
  mapping({ expected: 'noc-operators', target: 'Operators' }),
  mapping({ type: 'CUSTOMER', path: 'customer', by: 'id' }),
];

const put = (changed: Partial<SamlSettings>) =>
  admin.send('PUT', SETTINGS, { body: aSaml(signing, { mappings: [...keycloak], ...changed }) });
async function store(changed: Partial<SamlSettings>): Promise<void> {
  const { statusCode, body } = await put(changed);
  expect([statusCode, body]).toEqual([200, '{}']);
}

/** Signs a stranger in whose assertion has these statements. Returns the role and customers, or where the browser is sent instead. */
async function signInWith(statements: string, by: KeyAndCertificate = signing): Promise<unknown> {
  made += 1;
  const { page, response } = await visit(server, by, {
    nameId: `user-${String(made)}`,
    signing: by,
    draft: (xml) => xml.replace(/<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s, statements),
  });
  if (response.headers.location !== '/') return whereTo(response);
  const session = (await page.get('/api/v1/session')).json<{
    role: string;
    customers: { clientId: string }[];
  }>();
  return [session.role, ...session.customers.map(({ clientId }) => clientId).sort()];
}

describe('values of a SAML assertion', () => {
  it('add up when an attribute is repeated, as Keycloak does by default', async () => {
    await store({});
    const repeated = statement(
      ...['noc-operators', 'offline_access', 'uma_authorization'].map((role) => attribute('Role', role)),
      ...['acme', 'globex'].map((customer) => attribute('customer', customer)),
    );
    expect(await signInWith(repeated)).toEqual(['Operators', 'acme', 'globex']);
    const last = statement(
      ...['uma_authorization', 'noc-operators'].map((role) => attribute('Role', role)),
      attribute('customer', 'globex'),
      attribute('customer'),
      attribute('customer', 'acme', 'globex'),
    );
    expect(await signInWith(last)).toEqual(['Operators', 'acme', 'globex']);
  });

  it('add up when there are several attribute statements, even empty ones', async () => {
    await store({});
    const several = [
      statement(attribute('Role', 'noc-operators'), attribute('customer', 'acme')),
      '<saml:AttributeStatement/>',
      statement(attribute('customer', 'globex'), attribute('Role', 'offline_access')),
    ].join('');
    expect(await signInWith(several)).toEqual(['Operators', 'acme', 'globex']);
  });

  it('count without the white space around them', async () => {
    await store({});
    const indented = statement(
      attribute('Role', '\n    noc-operators\n  '),
      attribute(' customer ', '\tacme ', '\n\u00a0globex\n', '  \n '),
    );
    expect(await signInWith(indented)).toEqual(['Operators', 'acme', 'globex']);
  });

  it('are split at the separator of their mapping, and at none without one', async () => {
    const listed = (separator: SamlMapping['separator']): readonly SamlMapping[] =>
      keycloak.map((one) => ({ ...one, separator }));
    for (const [separator, roles, customers] of [
      ['COMMA', 'staff,noc-operators', 'acme, globex'],
      ['SEMICOLON', 'noc-operators; staff', 'acme;globex;'],
      ['PIPE', 'noc-operators|staff', '|acme|globex'],
      ['SPACE', 'staff  noc-operators', 'acme\n globex'],
    ] as const) {
      const statements = statement(attribute('Role', roles), attribute('customer', customers));
      await store({ mappings: [...listed(separator)] });
      expect([separator, await signInWith(statements)]).toEqual([separator, ['Operators', 'acme', 'globex']]);
      await store({});
      expect([separator, await signInWith(statements)]).toEqual([separator, REFUSED]);
    }
  });

  it('are not split where a user has one: a name may contain the separator', async () => {
    const username = mapping({ type: 'LASTNAME', path: 'sn', separator: 'SPACE' });
    await store({ mappings: [...keycloak, username] });
    const statements = statement(
      attribute('Role', 'noc-operators'),
      attribute('customer', 'acme'),
      attribute('sn', 'van der Berg'),
    );
    expect(await signInWith(statements)).toEqual(['Operators', 'acme']);
    const row = await server.stack.db
      .selectFrom('account')
      .select('last_name')
      .where('username', '=', `user-${String(made)}`)
      .executeTakeFirst();
    expect(row?.last_name).toBe('van der Berg');
  });

  it('have no effect outside of the signature', async () => {
    await store({});
    const { page, response } = await visit(server, signing, {
      nameId: 'outsider',
      sign: 'response',
      draft: (xml) => xml.replace('</saml:AttributeStatement>', `${attribute('Role', 'noc-operators')}$&`),
    });
    expect([whereTo(response), (await page.get('/api/v1/session')).statusCode]).toEqual([REFUSED, 401]);
  });
});

describe('usernames that look like others', () => {
  it.for(['\u0430dmin', 'adm\u0456n', '\u03bfperator', 'ａｄｍｉｎ', '\u{1d41a}dmin'])(
    '%s is rejected at the sign-in and in the user form',
    async (username) => {
      await store({});
      const { response } = await visit(server, signing, {
        nameId: username,
        draft: (xml) =>
          xml.replace(
            /<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s,
            statement(attribute('Role', 'noc-operators'), attribute('customer', 'acme')),
          ),
      });
      expect(whereTo(response)).toEqual(REFUSED);
      const [role] = await server.stack.db.selectFrom('role').select('id').limit(1).execute();
      const body = {
        username,
        firstName: '',
        lastName: '',
        email: 'a@example.net',
        language: null,
        role: role!.id,
        allCustomers: true,
        customers: [],
        profiles: [],
        restrictions: [],
        signsInElsewhere: true,
      };
      const created = await admin.send('POST', '/api/v1/mt/user', { body });
      expect([created.statusCode, created.json<{ errors: unknown[] }>().errors]).toMatchObject([
        400,
        [{ path: 'body.username', code: 'LOOK_ALIKE_LETTERS' }],
      ]);
    },
  );

  it('of one script does not sign in while it looks like that of another account', async () => {
    await store({});
    await server.account({ username: 'ace', permissions: [] });
    const { response } = await visit(server, signing, {
      nameId: '\u0430\u0441\u0435',
      draft: (xml) =>
        xml.replace(
          /<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s,
          statement(attribute('Role', 'noc-operators'), attribute('customer', 'acme')),
        ),
    });
    expect(whereTo(response)).toEqual(REFUSED);
  });

  it.for(['админ', 'josé', 'μαρία', '山田taro'])('%s, of one script, signs in', async (name) => {
    await store({});
    const { response } = await visit(server, signing, {
      nameId: name.normalize('NFD'),
      draft: (xml) =>
        xml.replace(
          /<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s,
          statement(attribute('Role', 'noc-operators'), attribute('customer', 'acme')),
        ),
    });
    expect(whereTo(response)).toEqual([303, '/']);
    const row = await server.stack.db
      .selectFrom('account')
      .select('username')
      .where('username', '=', name)
      .executeTakeFirst();
    expect(row?.username).toBe(name);
  });
});

describe('a signing certificate of the identity provider', () => {
  const now = Date.now();
  const present = selfSigned(now - DAY_MS, now + 3 * DAY_MS);
  const next = selfSigned(now + 2 * DAY_MS, now + 30 * DAY_MS);
  const both = [present.certificate, next.certificate];
  const known = statement(attribute('Role', 'noc-operators'), attribute('customer', 'acme'));

  it('is stored before it becomes valid, with one that is valid now, and its days are shown', async () => {
    await store({ certificates: both });
    const { certificates } = (await admin.get(SETTINGS)).json<{
      certificates: { fromMs: number; toMs: number }[];
    }>();
    const seconds = (ms: number) => Math.trunc(ms / 1_000);
    expect(certificates.map(({ fromMs, toMs }) => [seconds(fromMs), seconds(toMs)])).toEqual([
      [seconds(now - DAY_MS), seconds(now + 3 * DAY_MS)],
      [seconds(now + 2 * DAY_MS), seconds(now + 30 * DAY_MS)],
    ]);
    for (const certificates of [[next.certificate], [selfSigned(now - 9 * DAY_MS, now - DAY_MS).certificate]])
      expect((await put({ certificates })).json()).toMatchObject({
        code: 'VALIDATION',
        errors: [{ path: 'body.certificates.0', code: 'CERTIFICATE_NOT_IN_FORCE' }],
      });
  });

  it('is accepted from its first moment to its last, and both while both are valid', async () => {
    await store({ certificates: both });
    const accepted = async (by: KeyAndCertificate) => {
      made += 1;
      const { response } = await visit(server, by, {
        nameId: `roll-${String(made)}`,
        signing: by,
        lastsMs: 60 * DAY_MS,
        draft: (xml) => xml.replace(/<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s, known),
      });
      return response.headers.location === '/';
    };
    const setDay = (days: number): void => {
      server.clock.setBy(now + days * DAY_MS - server.clock.now().getTime());
    };
    for (const [days, expected] of [
      [0, [true, false]],
      [2.5, [true, true]],
      [3.5, [false, true]],
      [31, [false, false]],
    ] as const) {
      setDay(days);
      expect([days, [await accepted(present), await accepted(next)]]).toEqual([days, expected]);
    }
    setDay(0);
  });
});
