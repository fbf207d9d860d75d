import { randomBytes } from 'node:crypto';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import {
  responseXml,
  attributeOf,
  inflated,
  type SamlResponseSketch,
} from '#tests/fixtures/saml/identity-provider.ts';
import { ACS, aSamlResponse, aSaml, IDP, postingOf } from '#tests/fixtures/saml/saml-sketch.ts';
import { AttackImpossible, type Attack, type Target } from './attack.ts';
import { administrator, isSignedIn, Stranger, type StrangerResponse } from './stranger.ts';

const SETTINGS = '/api/v1/mt/settings/saml';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:';
const signing = selfSigned();

interface Provider {
  readonly admin: Stranger;
  /** A response of the provider to the request of this browser. */
  readonly responseTo: (page: Stranger, changed?: Partial<SamlResponseSketch>) => Promise<string>;
}

const newName = (): string => `saml-${randomBytes(4).toString('hex')}`;
const named = (attributes: Readonly<Record<string, string>>): Partial<SamlResponseSketch> => {
  const nameId = newName();
  const all = Object.entries({ uid: nameId, ...attributes });
  return { nameId, attributes: Object.fromEntries(all.map(([name, value]) => [name, [value]])) };
};

/** Posts a response as a browser does: from the page of the provider, then from that of the console. */
async function post(page: Stranger, xml: string, RelayState = '/'): Promise<StrangerResponse> {
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const first = await page.post(ACS, { SAMLResponse, RelayState });
  if (first.status !== 200) return first;
  const { action, fields } = postingOf(first.text);
  return page.post(`${ACS}${action}`, fields, true);
}

async function deleteUsers(admin: Stranger): Promise<void> {
  const { users } = JSON.parse((await admin.get('/api/v1/mt/user')).text) as {
    users: { id: number; username: string }[];
  };
  for (const { id, username } of users)
    if (username.startsWith('saml-')) await admin.send('DELETE', `/api/v1/mt/user/${String(id)}`);
}

/** Sets up an identity provider for the attack, and switches it off afterwards. */
async function withProvider(
  target: Target,
  use: (provider: Provider) => Promise<string | undefined>,
): Promise<string | undefined> {
  const admin = await administrator(target);
  const { settings } = JSON.parse((await admin.get(SETTINGS)).text) as {
    settings: { enabled: boolean; idpEntityId: string } | null;
  };
  if (settings?.enabled === true && settings.idpEntityId !== IDP)
    throw new AttackImpossible('an identity provider is set up and must stay');
  const { roles } = JSON.parse((await admin.get('/api/v1/mt/user-choices')).text) as {
    roles: { id: number; isDefault: boolean }[];
  };
  const all = {
    type: 'ALL_CUSTOMERS',
    source: 'SAML',
    path: 'all',
    expected: 'yes',
    target: null,
    by: 'name',
    separator: null,
  } as const;
  const profile = { ...all, type: 'PROFILE', path: 'profile', expected: null } as const;
  const names = aSaml(signing).mappings.filter(({ type }) => !['ROLE', 'CUSTOMER'].includes(type));
  const body = aSaml(signing, {
    baseUrl: target.url,
    defaultRole: roles.find(({ isDefault }) => isDefault)?.id ?? null,
    mappings: [...names, all, profile],
  });
  const saved = await admin.send('PUT', SETTINGS, body);
  if (saved.status !== 200) throw new Error(`the provider cannot be set up: ${saved.text}`);
  const acsUrl = `${target.url}${ACS}`;
  const responseTo = async (page: Stranger, changed: Partial<SamlResponseSketch> = {}): Promise<string> => {
    const { headers } = await page.get('/api/v1/saml/login');
    const query = new URL(String(headers.location)).searchParams;
    const inResponseTo = attributeOf(inflated(query.get('SAMLRequest') ?? ''), 'ID');
    const sketch = { ...named({}), ...changed };
    const attributes = { ...sketch.attributes, all: ['yes'] };
    return responseXml(
      aSamlResponse(signing, {
        destination: acsUrl,
        recipient: acsUrl,
        inResponseTo,
        issuer: IDP,
        ...sketch,
        attributes,
      }),
    );
  };
  try {
    // A control: without it every rejection would look like a success.
    const page = new Stranger(target);
    await post(page, await responseTo(page));
    if (!(await isSignedIn(page))) throw new AttackImpossible('a correct response does not sign in');
    return await use({ admin, responseTo });
  } finally {
    await deleteUsers(admin);
    await admin.send('PUT', SETTINGS, { ...body, enabled: false });
  }
}

const strangeNames: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a space in the username', { uid: 'saml Jane' }],
  ['a tab in the username', { uid: 'saml\tjane' }],
  ['a zero-width space in the username', { uid: 'saml\u200B' }],
  ['a change of direction in the username', { uid: 'saml\u202Ejane' }],
  ['a mail without a dot in its domain', { mail: 'jane@corp' }],
  ['a first name of 150 letters', { givenName: 'y'.repeat(150) }],
];

const relayStates: readonly (readonly [string, string])[] = [
  ['/é😀', '/%C3%A9%F0%9F%98%80'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
];

export const samlAttacks: readonly Attack[] = [
  {
    name: 'a name that the user form rejects signs no one in, and the list of users stays readable',
    run: (target) =>
      withProvider(target, async ({ admin, responseTo }) => {
        const through: string[] = [];
        for (const [what, attributes] of strangeNames) {
          const page = new Stranger(target);
          await post(page, await responseTo(page, named(attributes)));
          if (await isSignedIn(page)) through.push(`${what} signs in`);
          const { status } = await admin.get('/api/v1/mt/user');
          if (status !== 200) through.push(`${what}: the list of users answers ${String(status)}`);
        }
        return through.length === 0 ? undefined : through.join('; ');
      }),
  },
  {
    name: 'a response signs in no browser but the one that asked',
    run: (target) =>
      withProvider(target, async ({ responseTo }) => {
        const victim = new Stranger(target);
        await post(victim, await responseTo(new Stranger(target)));
        if (await isSignedIn(victim)) return 'a browser that never asked is signed in';
        await victim.get('/api/v1/saml/login');
        await post(victim, await responseTo(new Stranger(target)));
        return (await isSignedIn(victim)) ? 'a browser with another request is signed in' : undefined;
      }),
  },
  {
    name: 'a response with a status other than success signs no one in',
    run: (target) =>
      withProvider(target, async ({ responseTo }) => {
        for (const status of ['Responder', 'Requester', 'VersionMismatch', 'Successful']) {
          const element = `<samlp:Status><samlp:StatusCode Value="${SUCCESS}${status}"/></samlp:Status>`;
          const page = new Stranger(target);
          await post(page, await responseTo(page, { status: element }));
          if (await isSignedIn(page)) return `${status} signs in`;
        }
        return undefined;
      }),
  },
  {
    name: 'a page to return to leads nowhere else, and may have any letters',
    run: (target) =>
      withProvider(target, async ({ responseTo }) => {
        for (const [relayState, expected] of relayStates) {
          const page = new Stranger(target);
          const { status, headers } = await post(page, await responseTo(page), relayState);
          if (status !== 303 || headers.location !== expected)
            return `${relayState}: ${String(status)} ${String(headers.location)}`;
        }
        return undefined;
      }),
  },
];
