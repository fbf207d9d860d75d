import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let author: Browser;
let reader: Browser;

beforeAll(async () => {
  server = await openServer();
  const documents = ['DASHBOARD.write', 'HOME.write', 'TEMPLATE.DASHBOARD.write'] as const;
  await server.account({
    username: 'author',
    permissions: [...documents, 'PRIVATE.RESOURCE.write', 'KPI.write', 'NETWORK.SDWAN_MANAGER.write'],
  });
  await server.account({
    username: 'reader',
    customers: ['acme'],
    permissions: ['KPI.read', 'DASHBOARD.read', 'HOME.read'],
  });
  author = await server.signedIn('author');
  reader = await server.signedIn('reader');
});
afterAll(() => server.close());

const showing = (kpi: string, title = ''): WrittenDocument => ({
  version: 1,
  dashlets: [
    {
      id: 'd1',
      type: 'gauge',
      title,
      place: { x: 0, y: 0, width: 6, height: 4 },
      settings: { series: [{ kpi }] },
    },
  ],
});

const customerAt = (clientId: string): number => server.customers.get(clientId)!;
const placeOf = (clientId: string, kind = 'dashboard'): string =>
  `customers/${String(customerAt(clientId))}/${kind}`;

async function create(place: string, name: string, more: object): Promise<DocumentEntry> {
  const reply = await author.send('POST', `/api/v1/${place}`, {
    body: { name, visibility: 'public', ...more },
  });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
}

const usesOf = async (page: Browser, key: string): Promise<DocumentUses> =>
  (await page.get(`/api/v1/mt/kpi/${key}/documents`)).json();

it('documents that show a KPI are named with their customer, others of them only counted', async () => {
  const draft = {
    key: 'own_load',
    en: 'Own load',
    fr: 'Charge',
    unit: 'scalar',
    element: 'interface',
    aggregation: 'average',
    strategy: 'before any aggregation',
    formulas: [{ scope: 'snmp', formula: 'delta(in_octets)' }],
  };
  expect((await author.send('POST', '/api/v1/mt/kpi', { body: draft })).statusCode).toBe(200);
  const document = showing('own_load');
  const wan = await create(placeOf('acme'), 'WAN', { document });
  const start = await create(placeOf('acme', 'home'), 'Start', { document });
  const theirs = await create(placeOf('globex'), 'Theirs', { document });
  const shared = await create('mt/dashboard', 'Template', { document });
  const own = await create(placeOf('acme'), 'Own', { document, visibility: 'private' });
  // A text that is the key, and another KPI.
  await create(placeOf('acme'), 'Others', { document: showing('itf_in_util', 'own_load') });
  const acme = { id: customerAt('acme'), name: expect.any(String) as string };
  const globex = { id: customerAt('globex'), name: expect.any(String) as string };
  const inAcme = [
    { kind: 'home', id: start.id, name: 'Start', customer: acme },
    { kind: 'dashboard', id: wan.id, name: 'WAN', customer: acme },
  ];
  expect(await usesOf(author, 'own_load')).toEqual({
    documents: [
      { kind: 'dashboard', id: shared.id, name: 'Template', customer: null },
      { kind: 'dashboard', id: own.id, name: 'Own', customer: acme },
      ...inAcme,
      { kind: 'dashboard', id: theirs.id, name: 'Theirs', customer: globex },
    ],
    others: 0,
  });
  // Neither the private one, nor that of another customer, nor the template.
  expect(await usesOf(reader, 'own_load')).toEqual({ documents: inAcme, others: 3 });
  expect(await usesOf(author, 'no_such_kpi')).toEqual({ documents: [], others: 0 });
  // It is deleted all the same: its dashlets say so.
  expect((await author.send('DELETE', '/api/v1/mt/kpi/own_load')).statusCode).toBe(200);
});

it('documents that name an SD-WAN manager are found by its id', async () => {
  const manager = {
    name: 'Manager',
    kind: 'vmanage',
    url: 'https://manager.example',
    login: 'noc',
    password: 'first',
    organization: '',
    elasticUrl: '',
    vsdName: '',
    adom: '',
    vdom: '',
    clientId: '',
    verifyTls: true,
    signsInWith: 'password',
    secretExpiresOn: null,
    recipientId: 1,
    isMultiTenant: true,
    customer: null,
    suspendProvisioning: true,
    suspendCollect: true,
  };
  const made = await author.send('POST', '/api/v1/mt/sdwanmanagers', { body: manager });
  const { id } = made.json<{ id: number }>();
  const requesting = (of: number) => ({
    version: 1,
    dashlets: [
      {
        id: 'd1',
        type: 'sdwan',
        title: '',
        place: { x: 0, y: 0, width: 6, height: 4 },
        settings: { manager: of, endpoint: '/dataservice/device' },
      },
    ],
  });
  const named = await create(placeOf('acme'), 'Asks it', { document: requesting(id) });
  await create(placeOf('acme'), 'Asks another one', { document: requesting(id + 1) });
  const path = `/api/v1/mt/sdwanmanagers/${String(id)}/documents`;
  expect((await author.get(path)).json()).toMatchObject({
    documents: [{ kind: 'dashboard', id: named.id, name: 'Asks it', customer: { id: customerAt('acme') } }],
    others: 0,
  });
});
