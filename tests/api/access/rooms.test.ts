import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { alwaysGranted, withoutRight } from '#schemas/permission/grants.ts';
import { topics, type AlertDelta, type Topic } from '#schemas/socket/live.ts';
import { join, liveUsersOf, opened, received, nextEvent, type LiveUsers } from './live.ts';
import {
  openServer,
  quietState,
  standInEngine,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

let server: ServerUnderTest;
let users: LiveUsers;

beforeAll(async () => {
  server = await openServer();
  users = await liveUsersOf(server);
});
beforeEach(() => {
  users.disconnect();
});
afterAll(async () => {
  users.disconnect();
  await server.close();
});

const own = (): number => server.customers.get('acme')!;
const foreign = (): number => server.customers.get('globex')!;

describe('a live connection', () => {
  it('is open to every signed-in user', async () => {
    expect(await opened(users.socketOf(undefined))).toBe('UNAUTHENTICATED');
    const visitor = server.browser();
    await visitor.get('/api/v1/authProviders');
    expect(await opened(users.socketOf(visitor))).toBe('UNAUTHENTICATED');
  });

  it('rejects a page of another site, with or without a session', async () => {
    const { page } = await users.someone();
    expect(await opened(users.socketOf(page, { origin: 'https://attacker.example' }))).not.toBe('connected');
  });
});

const epochs = {
  alert: 'run 1',
  count: 'run 1',
  window: 'windows',
  traffic: 'traffic',
} as const satisfies Record<Topic, string>;

describe('a room', () => {
  const names = Object.keys(topics) as Topic[];

  it.each(names)(
    '%s opens with its permission and one’s own customer, and returns its position',
    async (topic) => {
      const { socket } = await users.someone([topics[topic].needs]);
      expect(await join(socket, topic, own())).toMatchObject({
        ok: true,
        position: { epoch: epochs[topic] },
      });
    },
  );

  it.each(names.filter((topic) => !alwaysGranted.includes(topics[topic].needs)))(
    '%s stays closed without its right',
    async (topic) => {
      const { socket } = await users.someone(withoutRight(new Set(permissionKeys), topics[topic].needs));
      expect(await join(socket, topic, own())).toEqual({ ok: false, code: 'FORBIDDEN' });
    },
  );

  it.each(names)('%s of a foreign customer does not exist', async (topic) => {
    const { socket } = await users.someone([topics[topic].needs]);
    expect(await join(socket, topic, foreign())).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await join(socket, topic, 2_000_000_000)).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  it.each([
    [null],
    ['alert:1'],
    [{ topic: 'secret', customer: 1 }],
    [{ topic: 'alert', customer: '1' }],
    [{}],
  ])('named %j is rejected', async (room) => {
    const { socket } = await users.someone();
    const reply: unknown = await socket.timeout(5_000).emitWithAck('join', room as never);
    expect(reply).toEqual({ ok: false, code: 'VALIDATION' });
  });

  it('sends deltas to those who joined it, and to no one else', async () => {
    const inside = await users.someone();
    const outside = await users.someone();
    const elsewhere = await users.someone(['ALERT.read'], ['globex']);
    const seen = [inside, outside, elsewhere].map(({ socket }) => received(socket));
    await join(inside.socket, 'alert', own());
    await join(elsewhere.socket, 'alert', foreign());
    const delta = users.publish(own());
    await users.settle(foreign());
    expect(seen[0]).toEqual([delta]);
    expect(seen[1]).toEqual([]);
    expect(seen[2]!.map(({ customer }) => customer)).not.toContain(own());
  });

  it('is silent after leaving it', async () => {
    const { socket } = await users.someone();
    const seen = received(socket);
    await join(socket, 'alert', own());
    socket.emit('leave', { topic: 'alert', customer: own() });
    // Answered behind the leaving, as a connection is read in order.
    await join(socket, 'count', own());
    users.publish(own());
    await users.settle(foreign());
    expect(seen).toEqual([]);
  });
});

describe('a session that ends', () => {
  it('by signing out ends its connections', async () => {
    const { socket, page } = await users.someone();
    const ended = nextEvent(socket, 'ended');
    await page.send('DELETE', '/api/v1/session');
    await ended;
    expect(await eventually(() => (socket.connected ? undefined : 'disconnected'))).toBe('disconnected');
  });

  it('by its time ends its connections too', async () => {
    const { socket } = await users.someone();
    const ended = nextEvent(socket, 'ended');
    await server.clock.leap(sessionLimits.idleMs + 120_000);
    await ended;
    expect(await eventually(() => (socket.connected ? undefined : 'disconnected'))).toBe('disconnected');
  });
});

describe('a customer that is new', () => {
  it('shows its alarms from its first delta on', async () => {
    const customer = 900_000;
    const state: AlertState = { ...quietState(customer), seq: { alert: 1, count: 1 } };
    const fresh = await openServer({ engine: 'none' });
    const abort = new AbortController();
    const states: AlertState[] = [];
    standInEngine(fresh.stack, { partitions: 2, states: () => states, signal: abort.signal });
    await fresh.stack.bus.flush();
    await eventually(async () => {
      await fresh.clock.leap(1_000);
      return fresh.mirror.isReady ? true : undefined;
    });
    states.push(state);
    const delta: AlertDelta = {
      epoch: 'run 1',
      seq: 1,
      at: 5,
      customer,
      counts: noAlerts,
    };
    fresh.stack.bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
    const mirrored = await eventually(() => fresh.mirror.customers.get(customer));
    expect(mirrored).toMatchObject({ epoch: 'run 1', seq: { alert: 1 } });
    abort.abort();
    await fresh.close();
  });
});
