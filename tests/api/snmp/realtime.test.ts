import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import { respondToRealtime } from '#ingest/snmp/realtime/respond-to-realtime.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import type { RealtimeReading, WatchChange, WatchReply } from '#schemas/realtime/realtime.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { startPollerProcess, type PollerProcess } from '#tests/fixtures/snmp/poller-process.ts';
import { liveUsersOf, type LiveConnection, type LiveUsers } from '../access/live.ts';

const IN_OCTETS = '1.3.6.1.2.1.31.1.1.1.6.1';
/** Octets per millisecond: 1 Mbit/s. */
const OCTETS_PER_MS = 125;

/** A port whose line is busy, by the clock of its agent. */
function busy(): ReadonlyMap<string, AgentValue> {
  const ms = Math.floor(systemClock.elapsed() / 10) * 10;
  return new Map<string, AgentValue>([
    ['1.3.6.1.2.1.1.3.0', { type: 'timeTicks', value: 100_000 + ms / 10 }],
    [IN_OCTETS, { type: 'counter64', value: ms * OCTETS_PER_MS }],
  ]);
}

let server: ServerUnderTest;
let poller: PollerProcess;
let users: LiveUsers;
let acme: number;

beforeAll(async () => {
  server = await openServer();
  poller = await startPollerProcess(server, [
    { customer: 'acme', name: 'edge-1', objects: busy },
    { customer: 'acme', name: 'silent', objects: new Map(), isSilent: true },
    { customer: 'initech', name: 'foreign', objects: new Map() },
  ]);
  users = await liveUsersOf(server);
  acme = poller.inventory.devices.get(poller.idOf('edge-1'))!.customer;
});
afterEach(() => users.disconnect());
afterAll(async () => {
  poller.close();
  await server.close();
});

const portOf = (device: string, at = 0): number =>
  poller.inventory.devices.get(poller.idOf(device))!.interfaces[at]!;
const watch = (socket: LiveConnection, element: number, customer = acme): Promise<WatchReply> =>
  socket.timeout(5_000).emitWithAck('watchElement', { customer, element });
const viewer = async () => (await users.someone(['DASHBOARD.read'])).socket;
function readingsOf(socket: LiveConnection): RealtimeReading[] {
  const seen: RealtimeReading[] = [];
  socket.on('reading', (reading) => seen.push(reading));
  return seen;
}
const change = (socket: LiveConnection): Promise<WatchChange> =>
  new Promise((resolve) => socket.once('watched', resolve));

describe('an element that a user watches', () => {
  it('shows its rates every second, to all who watch it', async () => {
    const [one, other] = [await viewer(), await viewer()];
    const [seen, alsoSeen] = [readingsOf(one), readingsOf(other)];
    const element = portOf('edge-1');
    expect(await watch(one, element)).toMatchObject({ ok: true, kind: 'interface' });
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2);
    const reply = await watch(other, element);
    // A busy machine may have more by then.
    expect(reply).toMatchObject({ ok: true, readings: expect.arrayContaining(seen.slice(0, 2)) as unknown });
    await expect.poll(() => alsoSeen.length).toBeGreaterThanOrEqual(1);
    const rates = seen.slice(1).map(({ values }) => values['itf_in_bps']!);
    for (const rate of rates) expect(Math.abs(rate - 1_000_000)).toBeLessThan(20_000);
    // One that is late does not hold up the next.
    const seconds = (seen.at(-1)!.at - seen[0]!.at) / 1_000;
    expect(seen.length - 1).toBeLessThanOrEqual(seconds + 1);
  });

  it('is polled no more after the connection of the last one is lost', async () => {
    const socket = await viewer();
    const element = portOf('edge-1', 1);
    let readings = 0;
    const ended = new AbortController();
    server.stack.bus.subscribe(subjects.realtime(element), () => (readings += 1), { signal: ended.signal });
    await watch(socket, element);
    await expect.poll(() => readings).toBeGreaterThan(0);
    // As when the machine of the user is switched off.
    socket.io.engine.close();
    let before = -1;
    await expect
      .poll(
        () => {
          const isSame = readings === before;
          before = readings;
          return isSame;
        },
        { interval: 2_500 },
      )
      .toBe(true);
    ended.abort();
  });

  it('says that its device does not respond', async () => {
    const socket = await viewer();
    const seen = readingsOf(socket);
    await watch(socket, portOf('silent'));
    await expect.poll(() => seen[0]).toMatchObject({ failure: 'timeout', values: { itf_in_bps: null } });
  });

  it('is watched no more by who loses the right', async () => {
    const { socket, account } = await users.someone(['DASHBOARD.read']);
    const element = portOf('edge-1');
    await watch(socket, element);
    const changed = change(socket);
    const { db } = server.stack;
    const role = db.selectFrom('account').select('role_id').where('id', '=', account);
    await db.deleteFrom('role_permission').where('role_id', 'in', role).execute();
    server.stack.bus.publish(subjects.config('access'), JSON.stringify({}));
    expect(await changed).toEqual({ element, is: 'over', code: 'FORBIDDEN' });
  });
});

describe('watching is rejected', () => {
  it.each([
    ['of another customer', () => [portOf('foreign'), acme], 'NOT_FOUND'],
    [
      'of a customer that the user does not see',
      () => [portOf('foreign'), poller.inventory.devices.get(poller.idOf('foreign'))!.customer],
      'NOT_FOUND',
    ],
    ['that does not exist', () => [999_999, acme], 'NOT_FOUND'],
    ['that is none', () => [-1, acme], 'VALIDATION'],
  ] as [string, () => [number, number], string][])('for an element %s', async (_, of, code) => {
    const [element, customer] = of();
    expect(await watch(await viewer(), element, customer)).toEqual({ ok: false, code });
  });

  it('for a user who may not read dashboards', async () => {
    const { socket } = await users.someone(['ALERT.read']);
    expect(await watch(socket, portOf('edge-1'))).toEqual({ ok: false, code: 'FORBIDDEN' });
  });

  it('while no poller is running, and while none polls the device', async () => {
    await poller.stop();
    const socket = await viewer();
    expect(await watch(socket, portOf('edge-1'))).toEqual({ ok: false, code: 'REALTIME_SERVER_LIST_EMPTY' });
    const idle = new AbortController();
    respondToRealtime(
      {
        bus: server.stack.bus,
        log: silentLog,
        clock: systemClock,
        members: () => 1,
        inventory: () => poller.inventory,
        definitions: () => noDefinitions,
        owned: () => new Set(),
        openAgent: () => Promise.resolve(undefined),
      },
      idle.signal,
    );
    await server.stack.bus.flush();
    expect(await watch(socket, portOf('edge-1'))).toEqual({ ok: false, code: 'REALTIME_SERVER_NOT_FOUND' });
    idle.abort();
  });
});
