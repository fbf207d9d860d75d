import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { customApplicationNumber } from '#schemas/application/application-name.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { applicationOf } from '#tests/fixtures/update-fields.ts';

let server: ServerUnderTest;
let author: Browser;
let reader: Browser;

beforeAll(async () => {
  server = await openServer();
  await server.account({
    username: 'author',
    permissions: [
      'DASHBOARD.write',
      'HOME.write',
      'TEMPLATE.DASHBOARD.write',
      'PRIVATE.RESOURCE.write',
      'PARAMETERS.APPLICATION.write',
      'NETWORK.APPLICATION.write',
    ],
  });
  await server.account({
    username: 'reader',
    customers: ['acme'],
    permissions: ['PARAMETERS.APPLICATION.read', 'DASHBOARD.read'],
  });
  author = await server.signedIn('author');
  reader = await server.signedIn('reader');
});
afterAll(() => server.close());

const customerAt = (clientId: string): number => server.customers.get(clientId)!;
const placeOf = (clientId: string, kind = 'dashboard'): string =>
  `customers/${String(customerAt(clientId))}/${kind}`;

async function create<Entry>(place: string, body: object): Promise<Entry> {
  const reply = await author.send('POST', `/api/v1/${place}`, { body });
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
}
const usesOf = async (page: Browser, place: string, { id }: Pick<ApplicationEntry, 'id'>) =>
  page.get(`/api/v1/${place}/${String(id)}/documents`);
const found = async (...of: Parameters<typeof usesOf>): Promise<DocumentUses> => (await usesOf(...of)).json();

const place = { x: 0, y: 0, width: 6, height: 4 };
const listing = (number: number) => ({
  version: 1,
  dashlets: [
    {
      id: 'd1',
      type: 'table',
      title: '',
      place,
      settings: {
        series: [{ kpi: 'app_in_bps' }],
        keys: ['application'],
        breakdown: { kind: 'list', ids: [number] },
      },
    },
  ],
});
const choosing = (number: number) => ({
  version: 1,
  dashlets: [],
  filters: [{ id: 'a', element: 'application', default: { strategy: 'selection', ids: [number] } }],
});
const onName = (name: string) => ({
  version: 1,
  dashlets: [],
  filters: [
    {
      id: 'a',
      element: 'application',
      predicates: [{ property: 'name', operator: 'equals', values: [name] }],
    },
  ],
});

it('documents that filter by an application or list it are named, others of them only counted', async () => {
  const at = placeOf('acme', 'application');
  const till = await create<ApplicationEntry>(at, applicationOf('Till', { ports: ['9001'] }));
  const other = await create<ApplicationEntry>(at, applicationOf('Wiki', { ports: ['9002'] }));
  const number = customApplicationNumber(till.id);
  const make = (to: string, name: string, document: object, more: object = {}) =>
    create<DocumentEntry>(to, { name, visibility: 'public', document, ...more });
  const listed = await make(placeOf('acme'), 'Lists it', listing(number));
  const named = await make(placeOf('acme'), 'Names it', onName('TILL'));
  const start = await make(placeOf('acme', 'home'), 'Starts with it', choosing(number));
  await make(placeOf('acme'), 'Mine', choosing(number), { visibility: 'private' });
  await make('mt/dashboard', 'Template', choosing(number));
  await make(placeOf('acme'), 'Lists another one', listing(customApplicationNumber(other.id)));
  // Of the same name at another customer.
  await make(placeOf('globex'), 'Theirs', onName('Till'));
  const acme = { id: customerAt('acme'), name: expect.any(String) as string };
  expect(await found(author, at, till)).toMatchObject({
    documents: [
      { name: 'Template', customer: null },
      { id: listed.id, name: 'Lists it', customer: acme },
      { name: 'Mine', customer: acme },
      { id: named.id, name: 'Names it', customer: acme },
      { kind: 'home', id: start.id, name: 'Starts with it', customer: acme },
    ],
    others: 0,
  });
  const seen = await found(reader, at, till);
  expect([seen.documents.map(({ name }) => name), seen.others]).toEqual([
    ['Lists it', 'Names it', 'Starts with it'],
    2,
  ]);
  expect((await found(author, at, other)).documents.map(({ name }) => name)).toEqual(['Lists another one']);
});

it('documents of every customer count for an application of the provider', async () => {
  const backup = await create<ApplicationEntry>(
    'mt/application',
    applicationOf('Vault', { ports: ['9003'] }),
  );
  const document = choosing(customApplicationNumber(backup.id));
  for (const clientId of ['acme', 'globex'])
    await create(placeOf(clientId), { name: `Vault ${clientId}`, document });
  const uses = await found(author, 'mt/application', backup);
  expect(uses.documents.map(({ name }) => name)).toEqual(['Vault acme', 'Vault globex']);
  // Where it is not defined, nothing is said about it.
  for (const [page, at] of [
    [author, placeOf('acme', 'application')],
    [reader, placeOf('acme', 'application')],
  ] as const)
    expect(statusAndCode(await usesOf(page, at, backup))).toEqual([404, 'NOT_FOUND']);
});
