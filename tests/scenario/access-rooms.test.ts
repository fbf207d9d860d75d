import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { withoutRight } from '#schemas/permission/grants.ts';
import { topics } from '#schemas/socket/live.ts';
import type { AlertDelta, ClientEvents, JoinReply, ServerEvents, Topic } from '#schemas/socket/live.ts';
import { eventually, openServer, ORIGIN, quietState, standInEngine } from './server-under-test.ts';
import type { Browser, ServerUnderTest } from './server-under-test.ts';

type Live = Socket<ServerEvents, ClientEvents>;

let server: ServerUnderTest;
let url: string;
let open: Live[] = [];
let made = 0;

beforeAll(async () => {
  server = await openServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${String((server.app.server.address() as AddressInfo).port)}`;
});
beforeEach(() => {
  for (const socket of open) socket.disconnect();
  open = [];
});
afterAll(async () => {
  for (const socket of open) socket.disconnect();
  await server.close();
});

function socketOf(page: Browser | undefined, headers: Record<string, string> = {}): Live {
  const cookie = [...(page?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
  const socket: Live = io(url, {
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    extraHeaders: { cookie, host: new URL(ORIGIN).host, origin: ORIGIN, ...headers },
  });
  open.push(socket);
  return socket;
}

const opened = (socket: Live): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => {
      resolve('connected');
    });
    socket.once('connect_error', ({ message }) => {
      resolve(message);
    });
  });

interface Somebody {
  readonly username: string;
  readonly account: number;
  readonly page: Browser;
  readonly socket: Live;
}

async function someone(
  permissions: Iterable<Permission> = ['ALERT.read'],
  customers = ['acme'],
): Promise<Somebody> {
  made += 1;
  const username = `watcher-${String(made)}`;
  const account = await server.account({ username, permissions: [...permissions], customers });
  const page = await server.signedIn(username);
  const socket = socketOf(page);
  expect(await opened(socket)).toBe('connected');
  return { username, account, page, socket };
}

const own = (): number => server.customers.get('acme')!;
const foreign = (): number => server.customers.get('globex')!;

const join = (socket: Live, topic: Topic, customer: number): Promise<JoinReply> =>
  socket.timeout(5_000).emitWithAck('join', { topic, customer });

let seq = 4;
function publish(customer: number): AlertDelta {
  seq += 1;
  const delta: AlertDelta = {
    epoch: 'run 1',
    seq,
    at: seq * 1_000,
    customer,
    counts: { critical: seq, warning: 0 },
  };
  server.stack.bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
  return delta;
}

function received(socket: Live): AlertDelta[] {
  const deltas: AlertDelta[] = [];
  socket.on('alert', (delta) => deltas.push(delta));
  return deltas;
}

/** Resolves when everything published so far was sent out: a witness that follows a room of its own has seen it. */
async function told(customer: number): Promise<void> {
  const { socket } = await someone(['ALERT.read'], ['acme', 'globex', 'initech']);
  const seen = received(socket);
  await join(socket, 'alert', customer);
  const { seq: last } = publish(customer);
  await eventually(() => seen.find((delta) => delta.seq === last));
}

const accessChanged = async (): Promise<void> => {
  server.stack.bus.publish(subjects.config('access'), '{}');
  await server.stack.bus.flush();
};

describe('a live connection', () => {
  it('is refused to nobody', async () => {
    expect(await opened(socketOf(undefined))).toBe('UNAUTHENTICATED');
    const visitor = server.browser();
    await visitor.get('/api/v1/authProviders');
    expect(await opened(socketOf(visitor))).toBe('UNAUTHENTICATED');
  });

  it('is refused to the page of another site, whoever is signed in', async () => {
    const { page } = await someone();
    expect(await opened(socketOf(page, { origin: 'https://attacker.example' }))).not.toBe('connected');
  });
});

describe('a room', () => {
  const names = Object.keys(topics) as Topic[];

  it.each(names)(
    '%s opens with its right and one’s own customer, and tells where it stands',
    async (topic) => {
      const { socket } = await someone([topics[topic].needs]);
      expect(await join(socket, topic, own())).toMatchObject({ ok: true, position: { epoch: 'run 1' } });
    },
  );

  it.each(names)('%s stays closed without its right', async (topic) => {
    const { socket } = await someone(withoutRight(new Set(permissionKeys), topics[topic].needs));
    expect(await join(socket, topic, own())).toEqual({ ok: false, code: 'FORBIDDEN' });
  });

  it.each(names)('%s of a foreign customer is as one that is not', async (topic) => {
    const { socket } = await someone([topics[topic].needs]);
    expect(await join(socket, topic, foreign())).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await join(socket, topic, 2_000_000_000)).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  it.each([
    [null],
    ['alert:1'],
    [{ topic: 'secret', customer: 1 }],
    [{ topic: 'alert', customer: '1' }],
    [{}],
  ])('that is named %j is refused', async (room) => {
    const { socket } = await someone();
    const reply: unknown = await socket.timeout(5_000).emitWithAck('join', room as never);
    expect(reply).toEqual({ ok: false, code: 'VALIDATION' });
  });

  it('hands deltas to who joined it, and to nobody else', async () => {
    const inside = await someone();
    const outside = await someone();
    const elsewhere = await someone(['ALERT.read'], ['globex']);
    const seen = [inside, outside, elsewhere].map(({ socket }) => received(socket));
    await join(inside.socket, 'alert', own());
    await join(elsewhere.socket, 'alert', foreign());
    const delta = publish(own());
    await told(foreign());
    expect(seen[0]).toEqual([delta]);
    expect(seen[1]).toEqual([]);
    expect(seen[2]!.map(({ customer }) => customer)).not.toContain(own());
  });

  it('is silent after leaving it', async () => {
    const { socket } = await someone();
    const seen = received(socket);
    await join(socket, 'alert', own());
    socket.emit('leave', { topic: 'alert', customer: own() });
    // Answered behind the leaving, as a connection is read in order.
    await join(socket, 'count', own());
    publish(own());
    await told(foreign());
    expect(seen).toEqual([]);
  });
});

describe('a right that is taken away', () => {
  it('closes the rooms at once, and says so', async () => {
    const { socket, account } = await someone();
    const seen = received(socket);
    await join(socket, 'alert', own());
    const rights = new Promise<void>((resolve) => socket.once('rights', resolve));
    await server.stack.db.deleteFrom('account_customer').where('account_id', '=', account).execute();
    await accessChanged();
    await rights;
    publish(own());
    await told(foreign());
    expect(seen).toEqual([]);
    expect(await join(socket, 'alert', own())).toEqual({ ok: false, code: 'NOT_FOUND' });
  });

  it('ends the connection of a locked account', async () => {
    const { socket, username } = await someone();
    const ended = new Promise<void>((resolve) => socket.once('ended', resolve));
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', username)
      .execute();
    await accessChanged();
    await ended;
    expect(await eventually(() => (socket.connected ? undefined : 'disconnected'))).toBe('disconnected');
  });
});

describe('a session that ends', () => {
  it('by signing out ends its connections', async () => {
    const { socket, page } = await someone();
    const ended = new Promise<void>((resolve) => socket.once('ended', resolve));
    await page.send('DELETE', '/api/v1/session');
    await ended;
    expect(await eventually(() => (socket.connected ? undefined : 'disconnected'))).toBe('disconnected');
  });

  it('by its time ends its connections too', async () => {
    const { socket } = await someone();
    const ended = new Promise<void>((resolve) => socket.once('ended', resolve));
    await server.clock.advance(sessionLimits.idleMs + 120_000);
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
      await fresh.clock.advance(1_000);
      return fresh.mirror.ready ? true : undefined;
    });
    states.push(state);
    const delta: AlertDelta = {
      epoch: 'run 1',
      seq: 1,
      at: 5,
      customer,
      counts: { critical: 0, warning: 0 },
    };
    fresh.stack.bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
    const mirrored = await eventually(() => fresh.mirror.customers.get(customer));
    expect(mirrored).toMatchObject({ epoch: 'run 1', seq: { alert: 1 } });
    abort.abort();
    await fresh.close();
  });
});
