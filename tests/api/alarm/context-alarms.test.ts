import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertCountsOf, definitionCountsOf } from '#schemas/alerting/counts.ts';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import type { ContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { post } from '../../fixtures/server/administrator.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

type Network = Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>;
const place = { x: 0, y: 0, width: 12, height: 8 };
const STARTS_AT = Date.UTC(2026, 0, 5, 8);
/** Interfaces at the first and the second site. */
const [HERE, THERE] = [81, 91] as const;

const sitesOf = ({ customers, inventory }: Network, clientId = 'acme'): readonly number[] =>
  [...inventory().sites.values()].flatMap(({ id, customer }) =>
    customer === customers.get(clientId) ? [id] : [],
  );

const row = ({ alarms }: Network, part: Partial<AlarmRow>): AlarmRow => ({
  id: '',
  alarm: alarms.open,
  name: 'Link saturated',
  kpi: 'itf_in_util',
  severity: 'minor',
  site: 0,
  siteName: 'site',
  element: HERE,
  elementName: 'x',
  elementKind: 'interface',
  operator: '>',
  threshold: 80,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [91],
  window: 0,
  length: 300,
  since: 0,
  ...part,
});
const acknowledged = { by: 'Ada', at: 0, note: '', until: null, untilWorse: false };

function acmeRows(network: Network): AlarmRow[] {
  const [here = 0, there = 0] = sitesOf(network);
  const { restricted } = network.alarms;
  return [
    row(network, { id: '1:81', site: here, since: 500 }),
    row(network, { id: '2:81', site: here, severity: 'critical', since: 100 }),
    row(network, { id: '3:91', site: there, element: THERE, severity: 'critical', since: 200 }),
    row(network, { id: '4:91', site: there, element: THERE, severity: 'major', acknowledged }),
    row(network, { id: '5:91', site: there, element: THERE, alarm: restricted, severity: 'critical' }),
  ];
}

const withRows = (state: AlertState, alarms: AlarmRow[]): AlertState => ({
  ...state,
  counts: alertCountsOf(alarms),
  byAlarm: definitionCountsOf(alarms),
  alarms,
});

let server: ServerUnderTest;
let reader: Browser;
let author: Browser;

const of = (clientId: string): number => server.customers.get(clientId)!;
const url = (remaining: string, clientId = 'acme') =>
  `/api/v1/customers/${String(of(clientId))}/${remaining}`;
const signedIn = async (username: string, permissions: readonly Permission[]): Promise<Browser> => {
  await server.account({ username, permissions: [...permissions], customers: ['acme', 'globex', 'initech'] });
  return server.signedIn(username);
};
async function alarmsOf(by: Browser, body: object = {}, clientId = 'acme'): Promise<ContextAlarms> {
  const response = await by.send('POST', url('alert/context', clientId), { body: { count: 50, ...body } });
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
  return response.json();
}
const ids = ({ alarms }: ContextAlarms): readonly string[] => alarms.map(({ id }) => id);
const atSite = (index: number) => ({ filters: [{ element: 'site', ids: [sitesOf(server)[index]] }] });

/** Puts a device with an interface at a site. */
function addPort(id: number, device: number, site: number, customer: number): void {
  const { devices, interfaces } = server.inventory();
  const common = { customer, site, active: true };
  (devices as Map<number, DeviceEntry>).set(device, {
    ...common,
    id: device,
    name: `router ${String(device)}`,
    address: '',
    vendor: 'Cisco',
    model: '',
    snmp: undefined,
    exporters: [],
    interfaces: [id],
  });
  (interfaces as Map<number, InterfaceEntry>).set(id, {
    ...common,
    id,
    device,
    name: `Gi0/${String(id)}`,
    alias: '',
    index: null,
    bandwidthInBps: null,
    bandwidthOutBps: null,
  });
}

beforeAll(async () => {
  server = await openServer({
    startsAt: STARTS_AT,
    engine: (network) =>
      [...network.customers].map(([clientId, id]) => {
        const window = { start: STARTS_AT / 1_000 - 300, length: 300, decided: STARTS_AT };
        if (clientId === 'initech') return quietState(id);
        return withRows({ ...quietState(id), window }, clientId === 'acme' ? acmeRows(network) : []);
      }),
  });
  await eventually(() => (server.mirror.isReady ? true : undefined));
  const [here = 0, there = 0] = sitesOf(server);
  addPort(HERE, 80, here, of('acme'));
  addPort(THERE, 90, there, of('acme'));
  reader = await signedIn('reader', ['ALERT.read', 'DASHBOARD.read']);
  const writes = [
    'HOME.write',
    'DASHBOARD.write',
    'PRIVATE.RESOURCE.write',
    'ALERT.read',
    'API.read',
  ] as const;
  author = await signedIn('author', writes);
});
afterAll(() => server.close());

describe('the running alarms of a context', () => {
  it('are those that the caller sees, the worst first, of one severity the newest first', async () => {
    const all = await alarmsOf(reader);
    expect(ids(all)).toEqual(['3:91', '2:81', '4:91', '1:81']);
    expect(all).toMatchObject({ count: 4 });
    const privileged = await signedIn('privileged', ['ALERT.read', 'EXTRA.RESTRICTED.read']);
    expect(ids(await alarmsOf(privileged))).toContain('5:91');
  });

  it('are those of what filters select: sites, devices and what has a property', async () => {
    expect(ids(await alarmsOf(reader, atSite(0)))).toEqual(['2:81', '1:81']);
    expect(ids(await alarmsOf(reader, { filters: [{ element: 'device', ids: [90] }] }))).toEqual([
      '3:91',
      '4:91',
    ]);
    const named = { property: 'name', operator: 'contains', values: ['0/81'] };
    const filters = [{ element: 'interface', predicates: [named] }];
    expect(ids(await alarmsOf(reader, { filters }))).toEqual(['2:81', '1:81']);
  });

  it('are as many as are requested, of the severities requested, without handled ones if these are not', async () => {
    expect(await alarmsOf(reader, { count: 1 })).toMatchObject({ count: 4, alarms: [{ id: '3:91' }] });
    expect(ids(await alarmsOf(reader, { severities: ['major', 'minor'] }))).toEqual(['4:91', '1:81']);
    expect(ids(await alarmsOf(reader, { onlyUnhandled: true }))).toEqual(['3:91', '2:81', '1:81']);
  });

  it('are those of the sites that a restricted user sees', async () => {
    const [first = 0] = sitesOf(server);
    const account = await server.account({
      username: 'of one site',
      permissions: ['ALERT.read'],
      customers: ['acme'],
    });
    const { db } = server.stack;
    await db
      .insertInto('account_restriction')
      .values({ account_id: account, customer_id: of('acme') })
      .execute();
    await db.insertInto('account_site').values({ account_id: account, site_id: first }).execute();
    const ofOneSite = await server.signedIn('of one site');
    expect(ids(await alarmsOf(ofOneSite))).toEqual(['2:81', '1:81']);
    expect(ids(await alarmsOf(ofOneSite, atSite(1)))).toEqual([]);
  });
});

describe('an empty list of alarms', () => {
  it('says that no window was decided, that no element is watched, or that nothing is wrong', async () => {
    const watchOf = async (body: object, clientId: string) => (await alarmsOf(reader, body, clientId)).watch;
    // The definition is about interfaces, of which this customer has none.
    expect(await watchOf({}, 'globex')).toBe('no-element');
    const [site = 0] = sitesOf(server, 'globex');
    addPort(71, 70, site, of('globex'));
    expect(await watchOf({}, 'globex')).toBe('watched');
    expect(await watchOf({ filters: [{ element: 'device', ids: [80] }] }, 'globex')).toBe('no-element');
    const [elsewhere = 0] = sitesOf(server, 'initech');
    addPort(61, 60, elsewhere, of('initech'));
    expect(await alarmsOf(reader, {}, 'initech')).toMatchObject({ watch: 'undecided', decidedUntil: null });
    server.clock.setBy(16 * 60_000);
    expect(await watchOf({}, 'globex')).toBe('undecided');
    server.clock.setBy(-16 * 60_000);
  });

  it('says that no definition is active, for the severities that it is about', async () => {
    const watchOf = async (body: object = {}) => (await alarmsOf(reader, body, 'globex')).watch;
    const { db } = server.stack;
    const visible = () => db.updateTable('cockpit_alarm').where('id', '=', server.alarms.open);
    const { severity } = await db
      .selectFrom('cockpit_alarm')
      .select('severity')
      .where('id', '=', server.alarms.open)
      .executeTakeFirstOrThrow();
    const others = ['critical', 'major', 'minor'].filter((each) => each !== severity);
    expect(await watchOf({ severities: others })).toBe('no-definition');
    expect(await watchOf({ severities: [severity] })).toBe('watched');
    await visible().set({ enabled: false }).execute();
    expect(await watchOf()).toBe('no-definition');
    await visible().set({ enabled: true }).execute();
  });
});

describe('the alarms of a document', () => {
  const dashlet = { id: 'd0', type: 'alarms', title: '', place, settings: { severities: ['critical'] } };
  const written = { version: 2, filters: [{ id: 'site', element: 'site' }], dashlets: [dashlet] };
  const request = { severities: ['critical'], count: 50 };
  const create = (kind: 'dashboard' | 'home', name: string) =>
    post<DocumentEntry>(author, `/customers/${String(of('acme'))}/${kind}`, {
      name,
      visibility: 'public',
      document: written,
    });

  it('are read by its readers who see alarms, as it lists them, with any selection of its filters', async () => {
    const home = await create('home', 'Home with alarms');
    const guest = await signedIn('guest', ['HOME.read', 'ALERT.read']);
    const path = url(`home/${String(home.id)}/alarms`);
    const read = (body: object) => guest.send('POST', path, { body });
    expect(ids((await read(request)).json())).toEqual(['3:91', '2:81']);
    expect(ids((await read({ ...request, ...atSite(0) })).json())).toEqual(['2:81']);
    for (const other of [
      { ...request, severities: [] },
      { ...request, count: 51 },
    ])
      expect(statusAndCode(await read(other))).toEqual([403, 'NOT_OF_DOCUMENT']);
    const device = { filters: [{ element: 'device', ids: [80] }] };
    expect(statusAndCode(await read({ ...request, ...device }))).toEqual([403, 'NOT_OF_DOCUMENT']);
    const blind = await signedIn('blind', ['HOME.read']);
    expect(statusAndCode(await blind.send('POST', path, { body: request }))).toEqual([403, 'FORBIDDEN']);
    const direct = await blind.send('POST', url('alert/context'), { body: request });
    expect(direct.statusCode).toBe(403);
  });

  it('have the worst severity of each site, of all of them, for a dashboard that shows the state of sites', async () => {
    const sites = {
      type: 'sites',
      title: 'Sites',
      place: { x: 0, y: 0, width: 12, height: 8 },
      settings: {},
    };
    const document = { ...written, dashlets: [{ ...sites, id: 'd1' }] };
    const { id } = await post<DocumentEntry>(author, `/customers/${String(of('acme'))}/home`, {
      name: 'Home with sites',
      document,
    });
    const viewer = await signedIn('site-viewer', ['HOME.read', 'ALERT.read']);
    const read = (body: object, remaining = 'alarms') =>
      viewer.send('POST', url(`home/${String(id)}/${remaining}`), { body });
    const [here, there] = sitesOf(server);
    const bySite = { count: 1, bySite: true };
    const { alarms, sites: found } = (await read(bySite)).json<ContextAlarms>();
    expect(alarms).toHaveLength(1);
    expect(found?.toSorted((one, other) => one.site - other.site)).toEqual([
      { site: here, severity: 'critical', alarms: 2 },
      { site: there, severity: 'critical', alarms: 2 },
    ]);
    expect((await read({ ...bySite, ...atSite(0) })).json<ContextAlarms>().sites).toHaveLength(1);
    // It lists no alarms, and no other sites than those that it shows.
    expect(statusAndCode(await read({ count: 50 }))).toEqual([403, 'NOT_OF_DOCUMENT']);
    const listed = { element: 'site', properties: ['city', 'latitude', 'longitude'] };
    const [first] = (await read(listed, 'elements')).json<{ elements: { values: string[] }[] }>().elements;
    expect(first?.values.slice(1).map(Number).every(Number.isFinite)).toBe(true);
    expect(statusAndCode(await read({ ...listed, element: 'device' }, 'elements'))).toEqual([
      403,
      'NOT_OF_DOCUMENT',
    ]);
  });

  it('are on a wall, as long as the owner of its token sees alarms', async () => {
    const dashboard = await create('dashboard', 'Wall with alarms');
    const { token } = await post<{ token: string }>(author, '/token/display/dashboard', {
      name: 'wall',
      customer: of('acme'),
      documents: [dashboard.id],
      days: 1,
    });
    const read = (body: object = request, remaining = `dashboard/${String(dashboard.id)}/alarms`) =>
      server.app.inject({
        method: 'POST',
        url: url(remaining),
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      });
    expect(ids((await read()).json())).toEqual(['3:91', '2:81']);
    expect(statusAndCode(await read({ ...request, severities: [] }))).toEqual([403, 'NOT_OF_DOCUMENT']);
    expect(statusAndCode(await read(request, 'alert/context'))).toEqual([403, 'TOKEN_SCOPE']);
  });
});
