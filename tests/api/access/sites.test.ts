import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertCountsOf, definitionCountsOf } from '#schemas/alerting/counts.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import type { UnansweredDevice } from '#schemas/discovery/run.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { ExplainedRights } from '#schemas/user/explained-rights.ts';
import type { User } from '#schemas/user/user.ts';
import { aUser, someone as administrator } from '../../fixtures/server/administrator.ts';
import { join, liveUsersOf, received, nextEvent, type LiveUsers, type LiveUser } from './live.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

let server: ServerUnderTest;
let users: LiveUsers;
const listening = new AbortController();
type Network = Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>;

const sitesOf = ({ customers, inventory }: Network): readonly number[] =>
  [...inventory().sites.values()]
    .filter(({ customer }) => customer === customers.get('acme'))
    .map(({ id }) => id);

/** One critical alarm on each site of the first customer. */
function states(network: Network): readonly AlertState[] {
  const customer = network.customers.get('acme')!;
  const sites = sitesOf(network);
  const alarms = sites.map((site) => ({
    id: `${String(network.alarms.open)}:${String(site)}`,
    alarm: network.alarms.open,
    name: 'open',
    kpi: 'itf_in_util',
    severity: 'critical' as const,
    site,
    siteName: `site ${String(site)}`,
    element: site,
    elementName: 'x',
    elementKind: 'interface' as const,
    operator: '>' as const,
    threshold: 80,
    thresholdFrom: 'alarm' as const,
    outliers: 1,
    measures: 1,
    recent: [91],
    window: 0,
    length: 300,
    since: 0,
  }));
  return [...network.customers.values()].map((id) =>
    id !== customer
      ? quietState(id)
      : {
          ...quietState(id),
          counts: alertCountsOf(alarms),
          byAlarm: definitionCountsOf(alarms),
          sites: sites.map((site) => ({ site, severity: 'critical' as const, alarms: 1 })),
          alarms,
        },
  );
}

beforeAll(async () => {
  server = await openServer({ engine: states });
  users = await liveUsersOf(server);
  await eventually(() => (server.mirror.isReady ? true : undefined));
});
beforeEach(() => {
  users.disconnect();
});
afterAll(async () => {
  listening.abort();
  users.disconnect();
  await server.close();
});

const acme = (): number => server.customers.get('acme')!;

/** A user of the first customer who sees these of its sites. */
async function restricted(
  sites: readonly number[],
  permissions: readonly Permission[] = ['ALERT.read'],
  regions: readonly string[] = [],
): Promise<LiveUser> {
  const who = await users.someone(permissions, ['acme', 'globex']);
  const { page } = await administrator(server);
  const user = (await page.get(`/api/v1/mt/user/${String(who.account)}`)).json() as User;
  const { username, role, customers, version } = user;
  const restrictions = [{ customer: acme(), sites, regions }];
  const body = { ...aUser({ username, role, customers }), restrictions, version };
  const rights = nextEvent(who.socket, 'rights');
  const response = await page.send('PUT', `/api/v1/mt/user/${String(who.account)}`, { body });
  expect(response.statusCode).toBe(200);
  await rights;
  return who;
}
const snapshotOf = async (page: Browser): Promise<AlertSnapshot> =>
  (await page.get(`/api/v1/customers/${String(acme())}/alert`)).json();

describe('a user who is restricted to some sites of a customer', () => {
  it('sees these sites, their alarms and their counts, and no trace of others', async () => {
    const [first = 0] = sitesOf(server);
    const { page } = await restricted([first]);
    const snapshot = await snapshotOf(page);
    expect(snapshot.sites.map(({ site }) => site)).toEqual([first]);
    expect(snapshot.alarms.map(({ site }) => site)).toEqual([first]);
    expect(snapshot.counts).toMatchObject({ critical: 1, warning: 0 });
    const across = (await page.get('/api/v1/cc/alert')).json() as { nbCritical: number };
    expect(across.nbCritical).toBe(1);
  });

  it('finds no history and no values of an alarm of another site', async () => {
    const [first = 0, second = 0] = sitesOf(server);
    const { page } = await restricted([first]);
    const url = (element: number) =>
      `/api/v1/customers/${String(acme())}/alert/${String(server.alarms.open)}/${String(element)}`;
    const values = (element: number) => `${url(element)}/kpi?from=0&to=300`;
    expect((await page.get(url(first))).statusCode).toBe(200);
    expect(statusAndCode(await page.get(values(first)))).toEqual([400, 'SERIES_NOT_RETAINED']);
    for (const address of [url(second), values(second)])
      expect(statusAndCode(await page.get(address))).toEqual([404, 'NOT_FOUND']);
  });

  it('silences only alarms of their own sites, and sees no other silences', async () => {
    const [first = 0, second = 0] = sitesOf(server);
    const { page } = await restricted([first], ['ALERT.read', 'ALERT.write']);
    const url = `/api/v1/customers/${String(acme())}/silence`;
    const startsAt = server.clock.now().getTime();
    const draft = (sites: readonly number[]) => ({
      match: { alarms: [], severities: [], sites, elements: [] },
      reason: 'router upgrade',
      startsAt,
      endsAt: startsAt + 3_600_000,
      recurrence: null,
    });
    const add = (who: Browser, sites: readonly number[]) => who.send('POST', url, { body: draft(sites) });
    for (const sites of [[], [second], [first, second]])
      expect(statusAndCode(await add(page, sites))).toEqual([400, 'VALIDATION']);
    const own = (await add(page, [first])).json<{ id: number }>();
    const { page: other } = await restricted([first, second], ['ALERT.read', 'ALERT.write']);
    const foreign = (await add(other, [second])).json<{ id: number }>();
    const seen = (await page.get(url)).json<{ silences: readonly { id: number }[] }>();
    expect(seen.silences.map(({ id }) => id)).toEqual([own.id]);
    const ended = await page.send('POST', `${url}/${String(foreign.id)}/expire`);
    expect(statusAndCode(ended)).toEqual([404, 'NOT_FOUND']);
  });

  it('gets no deltas of the customer, and has to read again within a second', async () => {
    const [first = 0, second = 0] = sitesOf(server);
    const who = await restricted([first]);
    const seen = received(who.socket);
    expect(await join(who.socket, 'alert', acme())).toMatchObject({ ok: true });
    users.publish(acme(), { sites: [{ site: second, severity: 'critical', alarms: 4 }] });
    await users.settle(server.customers.get('globex')!);
    expect(seen).toEqual([]);
    await server.clock.leap(1_000);
    await eventually(() => seen[0]);
    expect(seen).toEqual([{ epoch: 'resync', seq: 0, at: 0, customer: acme() }]);
  });

  it('moves to the narrower room when restricted with the screen open', async () => {
    const who = await users.someone(['ALERT.read'], ['acme']);
    const seen = received(who.socket);
    await join(who.socket, 'alert', acme());
    const { page } = await administrator(server);
    const user = (await page.get(`/api/v1/mt/user/${String(who.account)}`)).json() as User;
    const { username, role, customers, version } = user;
    const [first = 0] = sitesOf(server);
    const restrictions = [{ customer: acme(), sites: [first] }];
    const body = { ...aUser({ username, role, customers }), restrictions, version };
    await page.send('PUT', `/api/v1/mt/user/${String(who.account)}`, { body });
    await eventually(() => seen[0]);
    expect(seen[0]).toMatchObject({ epoch: 'resync' });
    users.publish(acme());
    await users.settle(server.customers.get('globex')!);
    expect(seen).toHaveLength(1);
  });

  it('sees nothing of the customer when their sites are removed, and not everything', async () => {
    const { id } = await server.stack.db
      .insertInto('network_element')
      .values({ customer_id: acme(), kind: 'site', name: 'for a while' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.stack.db.insertInto('site').values({ id, latitude: 0, longitude: 0 }).execute();
    const { page, account } = await restricted([id]);
    await server.stack.db.deleteFrom('network_element').where('id', '=', id).execute();
    await server.clock.leap(3_000);
    expect((await snapshotOf(page)).sites).toEqual([]);
    const admin = await administrator(server);
    const user = (await admin.page.get(`/api/v1/mt/user/${String(account)}`)).json() as User;
    expect(user.restrictions).toEqual([{ customer: acme(), sites: [], regions: [] }]);
  });
});

describe('a user who is restricted to a region of a customer', () => {
  const named = (name: string): number =>
    [...server.inventory().sites.values()].find((site) => site.name === `acme ${name}`)!.id;
  const inRegion = async (site: number, region: string): Promise<void> => {
    await server.stack.db.updateTable('site').set({ region }).where('id', '=', site).execute();
  };

  it('sees the sites of the region as sites join and leave it', async () => {
    const who = await restricted([], ['ALERT.read'], ['North']);
    const sites = async () => (await snapshotOf(who.page)).sites.map(({ site }) => site);
    expect(await sites()).toEqual([named('two')]);
    const rights = nextEvent(who.socket, 'rights');
    await inRegion(named('one'), 'North');
    await inRegion(named('two'), 'East');
    // As the import of a network file does.
    server.stack.bus.publish('config.access', '{}');
    await rights;
    expect(await sites()).toEqual([named('one')]);
    await inRegion(named('one'), 'South');
    await server.clock.leap(3_000);
    expect(await sites()).toEqual([]);
    await inRegion(named('two'), 'North');
  });

  it('is explained with regions and number of sites', async () => {
    const { account } = await restricted([named('one')], ['ALERT.read'], ['North']);
    const { page } = await administrator(server);
    const rights = await page.get(`/api/v1/mt/user/${String(account)}/rights`);
    const { customers } = rights.json() as ExplainedRights;
    const of = (id: number | undefined) => customers.find((customer) => customer.id === id);
    expect(of(acme())).toMatchObject({ sites: 2, regions: ['North'] });
    expect(of(server.customers.get('globex'))).toMatchObject({ sites: 0, regions: [] });
  });

  it('grants only their own regions; unknown regions are rejected', async () => {
    const { page } = await restricted([], ['USER.read', 'USER.write', 'ALERT.read'], ['North']);
    const choices = await page.get(`/api/v1/mt/user-choices/${String(acme())}/sites`);
    expect(choices.json()).toMatchObject({
      sites: [{ id: named('two'), region: 'North' }],
      regions: ['North'],
    });
    const roles = (await page.get('/api/v1/mt/user-choices')).json<{
      roles: { id: number; exceedsOwn: boolean }[];
    }>().roles;
    const own = roles.find(({ exceedsOwn }) => !exceedsOwn)!.id;
    const give = (regions: readonly string[]) =>
      page.send('POST', '/api/v1/mt/user', {
        body: {
          ...aUser({ role: own, customers: [acme()] }),
          restrictions: [{ customer: acme(), sites: [], regions }],
        },
      });
    expect(statusAndCode(await give(['South']))).toEqual([404, 'RESOURCE_MISSING']);
    expect(statusAndCode(await give(['Nowhere']))).toEqual([404, 'RESOURCE_MISSING']);
    expect((await give(['North'])).statusCode).toBe(200);
  });
});

const unansweredAt = (site: number): UnansweredDevice => ({
  element: site,
  site,
  name: `silent at ${String(site)}`,
  address: '192.0.2.1',
  reason: 'silent',
  runs: 1,
  since: '2026-01-05T12:00:00.000Z',
  proposed: false,
});

describe('an object at a site', () => {
  /** A device, a run of the discovery and a proposal for the device, at a site of the first customer. */
  async function placed(site: number): Promise<{ device: number; run: number }> {
    const { db } = server.stack;
    const { id: device } = await db
      .insertInto('network_element')
      .values({ customer_id: acme(), kind: 'device', parent_id: site, name: `device at ${String(site)}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: run } = await db
      .insertInto('discovery_run')
      .values({
        customer_id: acme(),
        site_id: site,
        state: 'finished',
        request: DiscoveryRequest.parse({ site, ranges: ['192.0.2.1'], credentials: [{ community: 'x' }] }),
        progress: { addresses: 1, queried: 1, found: 0, rejections: {}, rejected: [] },
        unanswered: sql`${JSON.stringify(sitesOf(server).map(unansweredAt))}::jsonb`,
        created_at: server.clock.now(),
        created_by: 'another user',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = { id: device, customer: acme(), site, name: 'x', active: true, address: '192.0.2.1' };
    const remaining = { vendor: '', model: '', snmp: undefined, exporters: [], interfaces: [] };
    (server.inventory().devices as Map<number, DeviceEntry>).set(device, { ...entry, ...remaining });
    return { device, run };
  }

  it('is visible to users who see the site or its region, and NOT_FOUND to others', async () => {
    const { db, bus } = server.stack;
    const [one = 0, two = 0] = sitesOf(server);
    const [here, there] = [await placed(one), await placed(two)];
    const proposal = {
      run_id: here.run,
      customer_id: acme(),
      name: 'a device',
      ...({ change: 'vanished', kind: 'device' } as const),
      parent_id: null,
      fields: sql<never>`'[]'::jsonb`,
      ...({ state: 'open' } as const),
      content: { kind: 'device' as const, found: null },
    };
    for (const { device } of [here, there])
      await db
        .insertInto('discovery_proposal')
        .values({ ...proposal, element_id: device })
        .execute();
    const rights: Permission[] = ['ALERT.read', 'NETWORK.read', 'POLLING.read', 'NETWORK.PROVISIONING.write'];
    const paths = `/api/v1/customers/${String(acme())}/discoveries`;
    const seen = async ({ page }: LiveUser) => ({
      runs: (await page.get(paths)).json<{ discoveries: { id: number; open: number }[] }>().discoveries,
      here: (await page.get(`${paths}/${String(here.run)}`)).statusCode,
      there: (await page.get(`${paths}/${String(there.run)}/proposals`)).statusCode,
      proposals: (await page.get(`${paths}/${String(here.run)}/proposals`)).json<{ total?: number }>().total,
    });
    const allowed = await restricted([one], rights);
    const byRegion = await restricted([], rights, ['South']);
    for (const who of [allowed, byRegion]) {
      const found = await seen(who);
      expect(found).toMatchObject({ here: 200, there: 404, proposals: 1 });
      expect(found.runs).toMatchObject([{ id: here.run, open: 1, unanswered: [unansweredAt(one)] }]);
    }
    const other = await restricted([two], rights);
    expect(await seen(other)).toMatchObject({ here: 404, there: 200, proposals: undefined });
    const launch = { site: one, ranges: ['192.0.2.1'], credentials: [{ community: 'x' }] };
    expect(statusAndCode(await other.page.send('POST', paths, { body: launch }))).toEqual([
      400,
      'VALIDATION',
    ]);
    const accept = await other.page.send('POST', `${paths}/${String(here.run)}/accept`, {
      body: { proposals: 'all' },
    });
    expect(statusAndCode(accept)).toEqual([404, 'NOT_FOUND']);
    for (const verb of ['cancel', 'repeat'])
      expect(statusAndCode(await other.page.send('POST', `${paths}/${String(here.run)}/${verb}`))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    const { signal } = listening;
    bus.subscribe(
      subjects.polledDevices,
      ({ respond }) => respond(packJson({ poller: 'poller', pollers: 1, devices: [] })),
      { signal },
    );
    await bus.flush();
    const states = async ({ page }: LiveUser, path: string) =>
      (await page.get(path)).json<{ devices: { device: number }[] }>().devices.map(({ device }) => device);
    for (const path of [`/api/v1/customers/${String(acme())}/polled-devices`, '/api/v1/mt/polled-devices']) {
      expect(await states(allowed, path)).toEqual([here.device]);
      expect(await states(other, path)).toEqual([there.device]);
      expect(await states(await users.someone(rights), path)).toEqual([here.device, there.device]);
    }
  });
});
