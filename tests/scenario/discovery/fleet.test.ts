import { fork, type ChildProcess } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCounters } from '#demo/counters.ts';
import { buildFleet } from '#demo/fleet.ts';
import { incidentScript } from '#demo/incidents.ts';
import { mibOf } from '#demo/snmp/mib.ts';
import { snmpAgent } from '#demo/snmp/snmp-agent.ts';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { openAccess } from '#platform/inventory/snmp-access.ts';
import { testSecrets } from '../../fixtures/secrets.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import { DiscoveryNotice } from '#schemas/discovery/run.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import { defaultRates } from '#server/kernel/rate/limit-rates.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually, until } from '#tests/fixtures/eventually.ts';

const main = new URL('../../../ingest/discovery/main.ts', import.meta.url);
const COMMUNITY = 'in-test';
const fleet = buildFleet({ customers: 3, sites: 12, seed: 7 });
const script = incidentScript(fleet);
/** A second at which no device is down: this test is not about incidents. */
const T = 90_000_000;

let server: ServerUnderTest;
let page: Browser;
let discovery: ChildProcess;
let port: number;
const sockets = new Map<string, Socket>();
const notices: DiscoveryNotice[] = [];
const listening = new AbortController();

async function startAgent(address: string, index: number, agentPort: number): Promise<Socket> {
  const device = fleet.devices[index]!;
  const agent = snmpAgent(mibOf(device, deviceCounters(device, script[index] ?? [], fleet.seed)), COMMUNITY);
  const socket = createSocket('udp4', (datagram, sender) => {
    const reply = agent(datagram, T);
    if (reply !== undefined) socket.send(reply, sender.port, sender.address);
  });
  socket.bind(agentPort, address);
  await once(socket, 'listening');
  sockets.set(address, socket);
  return socket;
}

const startDiscovery = (): ChildProcess =>
  fork(main, [], {
    execArgv: [],
    env: {
      ...process.env,
      ...server.stack.env,
      SNMP_ALLOWED_NETWORKS: '127.0.0.0/8',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
    },
  });

const customer = (): number => server.customers.get('acme')!;
const path = (remaining = ''): string => `/api/v1/customers/${String(customer())}/discoveries${remaining}`;
const site = async (): Promise<number> =>
  [...(await loadInventory(server.stack.db)).sites.values()].find((one) => one.customer === customer())!.id;

async function launch(ranges: readonly string[], more: Record<string, unknown> = {}): Promise<DiscoveryRun> {
  const response = await page.send('POST', path(), {
    body: {
      site: await site(),
      ranges,
      credentials: [
        { version: 'v2c', community: 'wrong', port },
        { version: 'v2c', community: COMMUNITY, port },
      ],
      options: { timeoutMs: 300, retries: 1, packetsPerSecond: 2_000 },
      ...more,
    },
  });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json() as DiscoveryRun;
}
const read = async (id: number): Promise<DiscoveryRun> =>
  (await page.get(path(`/${String(id)}`))).json() as DiscoveryRun;
async function ended(id: number): Promise<DiscoveryRun> {
  await until(
    'the discovery ends',
    async () => !['queued', 'running'].includes((await read(id)).state),
    40_000,
  );
  return read(id);
}
const proposals = async (id: number, query = ''): Promise<readonly Proposal[]> =>
  ((await page.get(path(`/${String(id)}/proposals${query}`))).json() as { proposals: Proposal[] }).proposals;
/** Accepts proposals, the vanished ones too, at once or in steps. */
async function accept(id: number, which: 'all' | readonly number[]): Promise<{ readonly accepted: number }> {
  const body = { proposals: which, vanished: 'include' };
  const reply = (await page.send('POST', path(`/${String(id)}/accept`), { body })).json<{
    accepted: number;
    run: AcceptanceRun | null;
  }>();
  if (reply.run === null) return { accepted: reply.accepted };
  return eventually(async () => {
    await server.clock.advance(100);
    const listed = await page.get(path(`/${String(id)}/proposals?limit=1`));
    const { acceptance } = listed.json<{ acceptance: AcceptanceRun }>();
    return acceptance.state === 'running' ? undefined : { accepted: acceptance.accepted };
  });
}

beforeAll(async () => {
  server = await openServer({
    rates: { ...defaultRates, perSession: 100_000, perVisitor: 100_000 },
    snmpAllowedNetworks: ['127.0.0.0/8'],
  });
  await server.account({
    username: 'finder',
    permissions: ['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'],
    customers: ['acme', 'globex'],
  });
  page = await server.signedIn('finder');
  const first = await startAgent('127.9.0.1', 0, 0);
  ({ port } = first.address());
  for (const index of [1, 2, 3, 4, 5]) await startAgent(`127.9.0.${String(index + 1)}`, index, port);
  server.stack.bus.subscribe(
    subjects.discovery(customer()),
    ({ data }) => {
      notices.push(DiscoveryNotice.parse(JSON.parse(Buffer.from(data).toString())));
    },
    { signal: listening.signal },
  );
  await server.stack.bus.flush();
  discovery = startDiscovery();
});
afterAll(async () => {
  listening.abort();
  discovery.kill('SIGKILL');
  for (const socket of sockets.values()) socket.close();
  await server.close();
});

describe('a discovery of agents of the fleet', () => {
  let run: DiscoveryRun;

  it('finds vendor, model, serial and software with the credential that works, and proposes them', async () => {
    run = await ended((await launch(['127.9.0.0/28'])).id);
    expect(run).toMatchObject({
      state: 'finished',
      credentials: ['v2c', 'v2c'],
      progress: { addresses: 14, queried: 14, found: 6, rejections: { timeout: 8 } },
    });
    expect(JSON.stringify(run)).not.toContain(COMMUNITY);
    const devices = await proposals(run.id, '?kind=device');
    for (const [index, { vendor, model, name }] of fleet.devices.slice(0, 6).entries()) {
      const found = devices.find((one) => one.name === name)!;
      const field = (expected: string) => found.fields.find((one) => one.name === expected)?.after;
      expect([found.change, found.state, field('address')]).toEqual([
        'added',
        'open',
        `127.9.0.${String(index + 1)}`,
      ]);
      expect([field('vendor'), field('model')]).toEqual([vendor, model]);
      expect(field('serial')).toMatch(/^[A-Z]{3}[0-9A-Z]{7}$/);
      expect(field('software')).toMatch(/^\d+\.\d+/);
    }
  });

  it('applies nothing before it is accepted', async () => {
    expect((await loadInventory(server.stack.db)).devices.size).toBe(0);
  });

  it('announces its progress on NATS', async () => {
    await until('the end is announced', () => notices.some(({ state }) => state === 'finished'));
    expect(notices.at(-1)).toMatchObject({ discovery: run.id, progress: { found: 6 } });
  });

  it('accepted for one interface adds only it and its device', async () => {
    const [device] = fleet.devices;
    const open = await proposals(run.id, '?kind=interface');
    const one = open.find(({ name }) => name === `${device!.name} / ${device!.ports[0]!.name}`)!;
    expect(await accept(run.id, [one.id])).toEqual({ accepted: 2 });
    const inventory = await loadInventory(server.stack.db);
    expect([...inventory.devices.values()]).toMatchObject([
      {
        name: device!.name,
        customer: customer(),
        site: await site(),
        address: '127.9.0.1',
        vendor: device!.vendor,
        model: device!.model,
        snmp: { version: 'v2c' },
      },
    ]);
    const [{ snmp } = { snmp: undefined }] = [...inventory.devices.values()];
    expect(openAccess(snmp!, testSecrets)).toEqual({ version: 'v2c', community: COMMUNITY, port });
    expect([...inventory.interfaces.values()]).toMatchObject([
      { name: device!.ports[0]!.name, alias: device!.ports[0]!.alias, index: 1 },
    ]);
  });

  it('accepted in full adds everything once', async () => {
    const { open } = await read(run.id);
    expect(await accept(run.id, 'all')).toEqual({ accepted: open });
    expect(await accept(run.id, 'all')).toEqual({ accepted: 0 });
    const inventory = await loadInventory(server.stack.db);
    expect(inventory.devices.size).toBe(6);
    const names = [...inventory.interfaces.values()].map(({ name }) => name).toSorted();
    expect(names).toEqual(
      fleet.devices
        .slice(0, 6)
        .flatMap(({ ports }) => ports.map(({ name }) => name))
        .toSorted(),
    );
    const kinds = await server.stack.db
      .selectFrom('device_part')
      .select('kind')
      .distinct()
      .orderBy('kind')
      .execute();
    expect(kinds).toEqual([{ kind: 'address' }]);
    const classes = [...inventory.components!.values()].filter(({ kind }) => kind === 'class');
    const routers = fleet.devices.slice(0, 6).filter(({ vendor }) => vendor === 'Cisco');
    expect(classes).toHaveLength(routers.length * 4);
    const [voice] = classes.filter(({ key }) => key.endsWith(' / out / WAN-EDGE-OUT / VOICE'));
    expect(voice).toMatchObject({ kind: 'class', scope: 'snmp', customer: customer(), site: await site() });
    expect(inventory.devices.get(voice!.device)!.vendor).toBe('Cisco');
    // One in four devices of the fleet has sensors, sessions or health checks.
    const measured = [...inventory.components!.values()].filter(({ kind }) => kind !== 'class');
    expect(measured).toMatchObject([
      { kind: 'tunnel', scope: 'snmp', key: 'Internet / wan1', customer: customer() },
    ]);
    expect(inventory.devices.get(measured[0]!.device)!.vendor).toBe('Fortinet');
  });

  it('repeated proposes nothing where nothing has changed', async () => {
    const response = await page.send('POST', path(`/${String(run.id)}/repeat`));
    const again = await ended((response.json() as DiscoveryRun).id);
    expect(again).toMatchObject({ state: 'finished', repeatOf: run.id, open: 0, progress: { found: 6 } });
    expect(await proposals(again.id)).toEqual([]);
  });

  it.each([
    ['community', () => ({ credentials: [{ version: 'v2c', community: 'wrong', port }] })],
    ['port', () => ({ credentials: [{ version: 'v2c', community: COMMUNITY, port: port + 1 }] })],
  ])('of a wrong %s finds that every device lives, and proposes none as vanished', async (_, wrong) => {
    await server.stack.db
      .insertInto('device_miss')
      .columns(['device_id', 'runs', 'since'])
      .expression((is) =>
        is
          .selectFrom('device')
          .select(['id', sql<number>`5`.as('runs'), sql<Date>`now() - interval '1 day'`.as('since')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const again = await ended((await launch(['127.9.0.0/28'], wrong())).id);
    expect(again).toMatchObject({ state: 'finished', open: 0, progress: { found: 0 } });
    expect(again.unanswered.map(({ reason, proposed }) => [reason, proposed])).toEqual(
      Array.from({ length: 6 }, () => ['responds', false]),
    );
    expect(await server.stack.db.selectFrom('device_miss').selectAll().execute()).toEqual([]);
  });

  it('proposes removals and changes, and recognises a moved device by its serial number', async () => {
    sockets.get('127.9.0.6')!.close();
    sockets.delete('127.9.0.6');
    sockets.get('127.9.0.5')!.close();
    sockets.delete('127.9.0.5');
    await startAgent('127.9.0.9', 4, port);
    const { db } = server.stack;
    const lan = fleet.devices[0]!.ports[1]!.name;
    const inventory = await loadInventory(db);
    const moved = [...inventory.interfaces.values()].find(
      ({ name, device }) => name === lan && inventory.devices.get(device)!.address === '127.9.0.1',
    )!;
    await db.updateTable('network_interface').set({ if_index: 99 }).where('id', '=', moved.id).execute();
    const first = await ended((await launch(['127.9.0.0/28'])).id);
    expect(first.unanswered).toMatchObject([
      { name: fleet.devices[5]!.name, address: '127.9.0.6', reason: 'silent', runs: 1, proposed: false },
    ]);
    const firstChanges = (await proposals(first.id)).map(({ change }) => change);
    expect(firstChanges).toEqual(['changed', 'changed']);
    // A device that is missed again after a quarter of an hour has vanished.
    await db
      .updateTable('device_miss')
      .set({ since: sql`since - interval '15 minutes'` })
      .execute();
    const again = await ended((await launch(['127.9.0.0/28'])).id);
    expect(again.unanswered).toMatchObject([{ reason: 'silent', runs: 2, proposed: true }]);
    const reported = await proposals(again.id);
    expect(reported.map(({ change, kind, name, fields }) => ({ change, kind, name, fields }))).toEqual([
      {
        change: 'changed',
        kind: 'interface',
        name: `${fleet.devices[0]!.name} / ${lan}`,
        fields: [{ name: 'index', before: '99', after: '2' }],
      },
      {
        change: 'changed',
        kind: 'device',
        name: fleet.devices[4]!.name,
        fields: [{ name: 'address', before: '127.9.0.5', after: '127.9.0.9' }],
      },
      expect.objectContaining({ change: 'vanished', kind: 'device', name: fleet.devices[5]!.name }),
    ]);
    await accept(again.id, 'all');
    const after = await loadInventory(db);
    expect(after.interfaces.get(moved.id)!.index).toBe(2);
    const states = [...after.devices.values()].map(({ name, active, address }) => [name, active, address]);
    expect(states).toContainEqual([fleet.devices[4]!.name, true, '127.9.0.9']);
    expect(states).toContainEqual([fleet.devices[5]!.name, false, '127.9.0.6']);
    expect(after.devices.size).toBe(6);
  });

  it('restores a vanished element when it is found again', async () => {
    await startAgent('127.9.0.6', 5, port);
    const again = await ended((await launch(['127.9.0.6'])).id);
    expect((await proposals(again.id)).map(({ change, fields }) => [change, fields])).toEqual([
      ['changed', [{ name: 'collection', before: 'off', after: 'on' }]],
    ]);
    await accept(again.id, 'all');
    const devices = [...(await loadInventory(server.stack.db)).devices.values()];
    expect(devices.every(({ active }) => active)).toBe(true);
  });

  it('disables a class removed from its policy, and adds a new one', async () => {
    const { db } = server.stack;
    const before = await loadInventory(db);
    const one = [...before.components!.values()].find(({ kind }) => kind === 'class');
    const deleted = `${one!.key} of before`;
    await db.updateTable('network_component').set({ key: deleted }).where('id', '=', one!.id).execute();
    await db.updateTable('network_element').set({ name: deleted }).where('id', '=', one!.id).execute();
    const again = await ended((await launch([before.devices.get(one!.device)!.address])).id);
    const reported = await proposals(again.id);
    expect(reported.map(({ change, kind, element }) => [change, kind, element])).toEqual([
      ['added', 'policy', one!.device],
      ['vanished', 'policy', one!.id],
    ]);
    await accept(again.id, 'all');
    const after = await loadInventory(db);
    expect(after.components!.get(one!.id)).toMatchObject({ key: deleted, active: false });
    const taken = [...after.components!.values()].filter(({ key }) => key === one!.key);
    expect(taken).toContainEqual(expect.objectContaining({ device: one!.device, active: true }));
    expect((await ended((await launch([before.devices.get(one!.device)!.address])).id)).open).toBe(0);
  });

  it('is cancelled within seconds, and proposes nothing', async () => {
    const { id } = await launch(['127.9.1.0/24'], {
      options: { concurrency: 1, timeoutMs: 500, retries: 0 },
    });
    await until('it runs', async () => (await read(id)).state === 'running');
    expect((await page.send('POST', path(`/${String(id)}/cancel`))).statusCode).toBe(200);
    expect(await ended(id)).toMatchObject({ state: 'cancelled', open: 0 });
    const twice = await page.send('POST', path(`/${String(id)}/cancel`));
    expect(twice.json()).toMatchObject({ code: 'DISCOVERY_ENDED' });
    const accepted = await page.send('POST', path(`/${String(id)}/accept`), { body: { proposals: 'all' } });
    expect(accepted.json()).toMatchObject({ code: 'DISCOVERY_NOT_FINISHED' });
  });

  it('continues in another process when its own ends', async () => {
    const options = { concurrency: 8, timeoutMs: 300, retries: 1 };
    const { id } = await launch(['127.9.0.0/26'], { options });
    await until('it is under way', async () => (await read(id)).progress.queried >= 8);
    const exit = once(discovery, 'exit');
    discovery.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    const waiting = await read(id);
    expect(waiting.state).toBe('queued');
    discovery = startDiscovery();
    const done = await ended(id);
    expect(done).toMatchObject({ state: 'finished', progress: { addresses: 62, queried: 62, found: 6 } });
    const { attempts } = await server.stack.db
      .selectFrom('discovery_run')
      .select('attempts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(1);
  });

  it('is hidden from users of another customer, who cannot decide on it', async () => {
    const other = `/api/v1/customers/${String(server.customers.get('globex')!)}/discoveries`;
    const id = String(run.id);
    expect((await page.get(other)).json()).toEqual({ discoveries: [] });
    for (const remaining of ['', '/proposals'])
      expect((await page.get(`${other}/${id}${remaining}`)).statusCode).toBe(404);
    for (const remaining of ['accept', 'cancel', 'repeat'])
      expect(
        (await page.send('POST', `${other}/${id}/${remaining}`, { body: { proposals: 'all' } })).statusCode,
      ).toBe(404);
    const foreignSite = await page.send('POST', other, {
      body: { site: await site(), ranges: ['127.9.0.1'], credentials: [{ community: 'x' }] },
    });
    expect(foreignSite.json()).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'body.site' }] });
    await server.account({
      username: 'of globex',
      permissions: ['NETWORK.PROVISIONING.read'],
      customers: ['globex'],
    });
    const globex = await server.signedIn('of globex');
    expect((await globex.get('/api/v1/mt/discovery')).json()).toEqual({ discoveries: [] });
    const own = (await page.get('/api/v1/mt/discovery')).json() as { discoveries: DiscoveryRun[] };
    expect(own.discoveries.map(({ id: seen }) => seen)).toContain(run.id);
  });
});
