import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

const HOUR = 3_600;
/** A whole hour, some hours ago: measures of long ago are not stored. */
const START = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;
const place = { x: 0, y: 0, width: 12, height: 8 };
const written = {
  version: DOCUMENT_VERSION,
  filters: [{ id: 'site', element: 'site' }],
  dashlets: [
    {
      id: 'd0',
      type: 'gauge',
      title: 'Traffic',
      place,
      settings: { series: [{ kpi: 'itf_in_bps' }] },
    },
    {
      id: 'd1',
      type: 'inventory',
      title: 'Sites',
      place,
      settings: { element: 'site', properties: [{ property: 'city' }] },
    },
  ],
} as unknown as WrittenDocument;

let server: ServerUnderTest;
let author: Browser;
let guest: Browser;
let restricted: Browser;
let sites: readonly number[];
let home: DocumentEntry;

const own = (remaining: string): string =>
  `/api/v1/customers/${String(server.customers.get('acme')!)}/${remaining}`;
async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const create = (kind: string, name: string, more: object = {}): Promise<DocumentEntry> =>
  ok(author.send('POST', own(kind), { body: { name, visibility: 'public', document: written, ...more } }));

/** The request of the gauge. */
function requested(selection: Record<string, readonly number[]> = {}): DataRequestInput {
  const period = { from: START, to: START + HOUR };
  const [first] = requestsOf(DashboardDocument.parse(written), { period, timeZone: 'UTC', selection });
  return first !== undefined && 'request' in first ? first.request : expect.fail('no request');
}

/** What the requests return: values, or the code of the problem. */
async function responses(by: Browser, requests: readonly DataRequestInput[]): Promise<unknown[]> {
  const { body } = await by.send('POST', own(`home/${String(home.id)}/data`), { body: { requests } });
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DataLine)
    .flatMap((line): unknown[] => {
      if (line.state === 'error') return [line.problem.code];
      return line.state === 'ready' ? [line.result.rows.map(({ values }) => values)] : [];
    });
}

/** Closes a window after the measures, and waits until the server knows. */
async function announce(): Promise<void> {
  const customer = server.customers.get('acme')!;
  const notice = { granularity: '5m', start: START + HOUR, length: 300, watermark: START * 1_000 };
  server.stack.bus.publish(
    subjects.live(customer, 'window'),
    JSON.stringify({ customer, of: 'samples', ...notice }),
  );
  await eventually(async () => {
    const [found] = await responses(author, [requested()]);
    return Array.isArray(found) ? true : undefined;
  });
}

beforeAll(async () => {
  server = await openServer();
  sites = [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
    customer === server.customers.get('acme')! ? [id] : [],
  );
  const rights = ['HOME.write', 'DASHBOARD.write', 'PRIVATE.RESOURCE.write'] as const;
  await server.account({ username: 'author', permissions: [...rights], customers: ['acme'] });
  await server.account({ username: 'guest', permissions: [], customers: ['acme'] });
  const account_id = await server.account({ username: 'restricted', permissions: [], customers: ['acme'] });
  const { db } = server.stack;
  await db
    .insertInto('account_restriction')
    .values({ account_id, customer_id: server.customers.get('acme')! })
    .execute();
  await db.insertInto('account_site').values({ account_id, site_id: sites[0]! }).execute();
  author = await server.signedIn('author');
  guest = await server.signedIn('guest');
  restricted = await server.signedIn('restricted');
  const inventory = server.inventory();
  const customer = server.customers.get('acme')!;
  for (const [index, site] of sites.entries()) {
    const [device, port] = [70 + index, 81 + index];
    (inventory.devices as Map<number, DeviceEntry>).set(device, {
      customer,
      site,
      active: true,
      id: device,
      name: `router ${String(device)}`,
      address: '',
      vendor: 'Cisco',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [port],
    });
    (inventory.interfaces as Map<number, InterfaceEntry>).set(port, {
      customer,
      site,
      active: true,
      id: port,
      name: `Gi0/${String(port)}`,
      device,
      alias: '',
      index: null,
      bandwidthInBps: null,
      bandwidthOutBps: null,
    });
  }
  await server.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(
      sites.map((site, index) => ({
        customer: server.customers.get('acme')!,
        site,
        element: 81 + index,
        kpi: kpis.itf_in_bps.id,
        at: START,
        length: 300,
        value: 10,
        numerator: (index + 1) * 10,
        denominator: 1,
      })),
    ),
  });
  home = await create('home', 'For guests');
  await ok(author.send('PUT', own('home/assigned'), { body: { home: home.id } }));
  await announce();
});
afterAll(() => server.close());

describe('a user whose only right is the home page', () => {
  it('sees the home page that is assigned, with its values, for any period and selection', async () => {
    expect(await ok(guest.get(own('home/current')))).toMatchObject({ home: { id: home.id, by: 'customer' } });
    expect(await ok(guest.get(own(`home/${String(home.id)}`)))).toMatchObject({ name: 'For guests' });
    const [one = 0] = sites;
    expect(
      await responses(
        guest,
        [requested(), requested({ site: [one] })].map((each, at) => ({ ...each, id: `r${String(at)}` })),
      ),
    ).toEqual(expect.arrayContaining([[[[30]]], [[[10]]]]));
  });

  it('gets nothing that the page does not request', async () => {
    const other = { ...requested(), series: [{ kpi: 'itf_out_bps' }] };
    const byLink: DataRequestInput = { ...requested(), keys: ['interface'], breakdown: { kind: 'all' } };
    expect(await responses(guest, [other])).toEqual(['NOT_OF_DOCUMENT']);
    expect(await responses(guest, [byLink])).toEqual(['NOT_OF_DOCUMENT']);
    const free = await guest.send('POST', own('data'), { body: { requests: [requested()] } });
    expect(statusAndCode(free)).toEqual([403, 'FORBIDDEN']);
    // Who may write home pages, or read dashboards, may request anything.
    expect(await responses(author, [byLink])).toMatchObject([[[[10]], [[20]]]]);
  });

  it('gets the elements that the page offers and lists, and no others', async () => {
    const elements = (body: object, by = guest) =>
      by.send('POST', own(`home/${String(home.id)}/elements`), { body });
    const offered = { element: 'site', filters: [{ element: 'site' }] };
    expect(await ok(elements(offered))).toMatchObject({ count: sites.length });
    const listed = {
      element: 'site',
      filters: [{ element: 'site', onlyActive: true }],
      properties: ['city'],
    };
    expect(await ok(elements(listed))).toMatchObject({ count: sites.length });
    for (const body of [{ element: 'device' }, { ...listed, properties: ['address'] }])
      expect(statusAndCode(await elements(body))).toEqual([403, 'NOT_OF_DOCUMENT']);
    expect(await ok(elements({ element: 'device' }, author))).toMatchObject({ count: sites.length });
    expect(statusAndCode(await guest.send('POST', own('elements'), { body: offered }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('has the sites of the user only', async () => {
    expect(await responses(restricted, [requested()])).toEqual([[[[10]]]]);
    const offered = { body: { element: 'site', filters: [{ element: 'site' }] } };
    expect(await ok(restricted.send('POST', own(`home/${String(home.id)}/elements`), offered))).toMatchObject(
      {
        count: 1,
      },
    );
  });

  it('sees no private home page of others, and no dashboard', async () => {
    const body = { requests: [requested()] };
    const hidden = await create('home', 'Of the author', { visibility: 'private' });
    const at = own(`home/${String(hidden.id)}/data`);
    expect(statusAndCode(await guest.send('POST', at, { body }))).toEqual([404, 'NOT_FOUND']);
    expect((await author.send('POST', at, { body })).statusCode).toBe(200);
    const dashboard = await create('dashboard', 'Everything');
    for (const path of [`dashboard/${String(dashboard.id)}`, 'dashboard'])
      expect(statusAndCode(await guest.get(own(path)))).toEqual([403, 'FORBIDDEN']);
    const asDashboard = await guest.send('POST', own(`dashboard/${String(dashboard.id)}/data`), { body });
    expect(statusAndCode(asDashboard)).toEqual([403, 'FORBIDDEN']);
    // A dashboard is no home page.
    const asHome = await guest.send('POST', own(`home/${String(dashboard.id)}/data`), { body });
    expect(statusAndCode(asHome)).toEqual([404, 'NOT_FOUND']);
  });
});
