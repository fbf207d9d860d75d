import type { ChildProcess } from 'node:child_process';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { noAlerts } from '#schemas/alerting/counts.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { AlertDelta, ClientEvents, ServerEvents } from '#schemas/socket/live.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { ProductProcesses } from '#tests/fixtures/process/product-processes.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { networkUnderTest } from '#tests/fixtures/server/network-under-test.ts';
import {
  addTestAccount,
  PASSWORD,
  quietState,
  standInEngine,
} from '#tests/fixtures/server/server-under-test.ts';
import { signIn, type Client } from '#tests/scenario/account/start-session.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startHaproxy } from './haproxy.ts';

const SOCKETS = Number(process.env['SOCKETS'] ?? '200');
const PARTITIONS = 2;
const DELTA_MS = 100;
/** Until every connection of a killed server is live on the other one. */
const LIVE_AGAIN_MS = 5_000;
const ENDED_MS = 1_000;
const LIMIT_MS = 600_000;

type Connection = Socket<ServerEvents, ClientEvents>;

let stack: Stack;
let processes: ProductProcesses;
let balancer: Awaited<ReturnType<typeof startHaproxy>>;
let servers: ChildProcess[];
let ports: readonly number[];
let origin: string;
let customer: number;
const ending = new AbortController();
const connections: Connection[] = [];

/** Windows of an engine, each with one delta of the customer. */
const engine = { seq: 4, on: true };
const state = () => ({ ...quietState(customer), seq: { alert: engine.seq, count: 0 } });
async function publishDeltas(): Promise<void> {
  while (engine.on) {
    engine.seq += 1;
    const delta: AlertDelta = {
      customer,
      epoch: 'run 1',
      seq: engine.seq,
      at: systemClock.now().getTime(),
      counts: noAlerts,
    };
    stack.bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
    await systemClock.wait(DELTA_MS);
  }
}

const startServer = (port: number): Promise<ChildProcess> =>
  processes.start('console/server/main.ts', {
    PORT: String(port),
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    PARTITIONS: String(PARTITIONS),
  });

beforeAll(async () => {
  stack = await openStack();
  await importNetwork({ db: stack.db, secrets: testSecrets }, networkUnderTest);
  ({ id: customer } = await stack.db
    .selectFrom('customer')
    .select('id')
    .where('client_id', '=', 'acme')
    .executeTakeFirstOrThrow());
  standInEngine(stack, { partitions: PARTITIONS, states: () => [state()], signal: ending.signal });
  processes = new ProductProcesses(stack.env);
  const port = await freePort(0);
  ports = [await freePort(0), await freePort(0)];
  origin = `http://127.0.0.1:${String(port)}`;
  servers = await Promise.all(ports.map(startServer));
  balancer = await startHaproxy(port, ports);
  const isReady = () =>
    fetch(`${origin}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the balancer has a server', isReady);
}, LIMIT_MS);
afterAll(async () => {
  engine.on = false;
  ending.abort();
  for (const each of connections) each.disconnect();
  await balancer.stop();
  await processes.killAll();
  await stack.close();
}, LIMIT_MS);

async function aUser(username: string): Promise<{ readonly account: number; readonly page: Client }> {
  const account = await addTestAccount(stack, { username, permissions: permissionKeys });
  return { account, page: await signIn(origin, username, PASSWORD) };
}

/** A connection with the settings of the console. Each second one has the cookie of the same server. */
function connect({ cookie }: Client): Connection {
  const server = `TELLTALE_SERVER=s${String(connections.length % 2)}`;
  const connection: Connection = io(origin, {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    forceNew: true,
    extraHeaders: { cookie: cookie().replace(/TELLTALE_SERVER=[^;]*/, server), origin },
  });
  connections.push(connection);
  return connection;
}

/** A page that shows the alarms of the customer: it follows the deltas from the position at which it entered the room. */
function follow(connection: Connection) {
  const seen = { seq: 0, live: false, liveAtMs: 0, lostAtMs: 0, gaps: 0 };
  connection.on('connect', () => {
    connection.emit('join', { topic: 'alert', customer }, (reply) => {
      if (!reply.ok) throw new Error(reply.code);
      // The page reads a snapshot, which is at least as new.
      seen.seq = Math.max(seen.seq, reply.position.seq);
      seen.live = true;
      seen.liveAtMs = systemClock.elapsed();
    });
  });
  connection.on('disconnect', () => {
    seen.live = false;
    seen.lostAtMs = systemClock.elapsed();
  });
  connection.on('alert', ({ seq }) => {
    if (!seen.live) return;
    if (seq > seen.seq + 1) seen.gaps += 1;
    seen.seq = Math.max(seen.seq, seq);
  });
  return seen;
}

describe('two servers behind a balancer', () => {
  it(
    `have every connection of ${String(SOCKETS)} live again within 5 s after one of them was killed, and no delta is missing`,
    async () => {
      const { page } = await aUser('watcher');
      const pages = Array.from({ length: SOCKETS }, () => follow(connect(page)));
      await until('every connection is live', () => pages.every(({ live }) => live));
      const publishing = publishDeltas();
      await until('deltas arrive', () => pages.every(({ seq }) => seq > 20));

      const killedMs = systemClock.elapsed();
      await processes.kill(servers[0]!);
      await until('some connections are lost', () => pages.some(({ live }) => !live));
      await until('every connection is live again', () => pages.every(({ live }) => live));
      const lost = pages.filter(({ lostAtMs }) => lostAtMs >= killedMs);
      expect(lost.length).toBeGreaterThan(SOCKETS / 4);
      expect(lost.length).toBeLessThan(SOCKETS);
      const longestMs = Math.max(...lost.map(({ liveAtMs }) => liveAtMs - killedMs));
      process.stdout.write(
        `${String(lost.length)} connections of the killed server were live again after ${String(Math.round(longestMs))} ms at most\n`,
      );
      expect(longestMs).toBeLessThan(LIVE_AGAIN_MS);

      // The server is back: connections stay where they are, and new ones are shared.
      servers[0] = await startServer(ports[0]!);
      const { seq } = engine;
      await until('deltas arrive', () => pages.every((each) => each.seq > seq + 20));
      engine.on = false;
      await publishing;
      await until('the last delta has arrived', () => pages.every((each) => each.seq === engine.seq));
      expect(pages.filter(({ gaps }) => gaps > 0)).toEqual([]);
      expect(lost.every(({ live }) => live)).toBe(true);
    },
    LIMIT_MS,
  );

  it(
    'have every connection live again after one of them was suspended, which the balancer notices within 3 s',
    async () => {
      const { page } = await aUser('another watcher');
      const pages = Array.from({ length: SOCKETS }, () => follow(connect(page)));
      await until('every connection is live', () => pages.every(({ live }) => live));
      const suspended = servers[1]!;
      const suspendedMs = systemClock.elapsed();
      suspended.kill('SIGSTOP');
      try {
        const isMoved = () => {
          const lost = pages.filter(({ lostAtMs }) => lostAtMs >= suspendedMs);
          return lost.length >= SOCKETS / 2 && pages.every(({ live }) => live);
        };
        await until('every connection is live again', isMoved);
      } finally {
        suspended.kill('SIGCONT');
      }
      const longestMs = Math.max(...pages.map(({ liveAtMs }) => liveAtMs)) - suspendedMs;
      process.stdout.write(
        `connections of the suspended server were live again after ${String(Math.round(longestMs))} ms at most\n`,
      );
      expect(longestMs).toBeLessThan(LIVE_AGAIN_MS + 3_000);
    },
    LIMIT_MS,
  );

  it(
    'end within 1 s the connections of an account that was locked on one of them',
    async () => {
      const admin = await aUser('administrator');
      const { account, page } = await aUser('leaving');
      const ended: number[] = [];
      const own = Array.from({ length: 20 }, () => connect(page));
      for (const each of own) each.on('ended', () => ended.push(systemClock.elapsed()));
      await until('every connection is live', () => own.every(({ connected }) => connected));
      const lockedMs = systemClock.elapsed();
      const reply = await admin.page.send('POST', `/api/v1/mt/user/${String(account)}/lock`, {});
      expect(reply.status).toBe(200);
      await until('every connection has ended', () => ended.length === own.length);
      const longestMs = Math.max(...ended) - lockedMs;
      process.stdout.write(
        `20 connections ended ${String(Math.round(longestMs))} ms after the request at most\n`,
      );
      expect(longestMs).toBeLessThan(ENDED_MS);
      expect((await page.get('/api/v1/session')).status).toBe(401);
    },
    LIMIT_MS,
  );
});
