import type { ChildProcess } from 'node:child_process';
import { hash } from 'argon2';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { openBus } from '#platform/bus/bus.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { AlertDelta, ClientEvents, ServerEvents } from '#schemas/socket/live.ts';
import { prepareStores } from './a-network.ts';
import type { BenchResult } from './result.ts';
import { startProcess, startStores, stopProcess } from './writer-stores.ts';

const SOCKETS = [100, 1_000];
const DELTAS = 100;
/** Between two deltas: below the pace at which the engine coalesces (20 a second), so that one does not queue behind another. */
const PACE_MS = 200;
const ROWS = 20;
const PARTITIONS = 2;
const PATIENCE_MS = 30_000;
const ACCOUNT = { username: 'bench', password: 'right horse battery staple' };
const CSRF = 'X-CSRF-Token';

type Live = Socket<ServerEvents, ClientEvents>;

const nothingRuns = (customer: number): AlertState => ({
  customer,
  epoch: 'bench',
  seq: { alert: 0, count: 0 },
  at: 0,
  counts: { critical: 0, warning: 0 },
  byAlarm: [],
  sites: [],
  alarms: [],
});

/** A delta as after a window in which twenty alarms run. */
const deltaOf = (customer: number, seq: number): AlertDelta => ({
  epoch: 'bench',
  seq,
  at: systemClock.now().getTime(),
  customer,
  counts: { critical: ROWS, warning: 0 },
  set: Array.from({ length: ROWS }, (_, row) => ({
    id: `1:${String(row)}`,
    alarm: 1,
    name: 'Line saturated',
    kpi: 'utilisation-in',
    severity: 'critical',
    site: 1,
    siteName: 'Here',
    element: row,
    elementName: `Gi0/${String(row)}`,
    elementKind: 'interface',
    operator: '>',
    threshold: 80,
    thresholdFrom: 'alarm',
    outliers: 2,
    measures: 3,
    recent: [79, 91.5, 93.25],
    window: seq * 10,
    length: 10,
    since: 0,
  })),
});

/** An account that sees every customer and alerting; answers the id of the one customer. */
async function addAccount(url: string): Promise<number> {
  const db = openPostgres(url);
  const role = await db
    .insertInto('role')
    .values({ label: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('role_permission').values({ role_id: role.id, permission: 'ALERT.read' }).execute();
  await db
    .insertInto('account')
    .values({
      username: ACCOUNT.username,
      role_id: role.id,
      all_customers: true,
      password_hash: await hash(ACCOUNT.password),
    })
    .execute();
  const { id } = await db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
  await db.destroy();
  return id;
}

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');

/** Signs in as a browser does; answers the cookies of the session. */
async function signIn(url: string): Promise<string> {
  const cookies = cookiesOf(await fetch(`${url}/api/v1/authProviders`));
  const token = cookies.find((cookie) => cookie.startsWith(`${CSRF}=`))?.slice(CSRF.length + 1) ?? '';
  const answer = await fetch(`${url}/api/v1/internalLogin`, {
    method: 'POST',
    headers: { cookie: cookies.join('; '), origin: url, [CSRF]: token, 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  if (!answer.ok) throw new Error(`sign-in answers ${await answer.text()}`);
  return cookiesOf(answer).join('; ');
}

const listening = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    server.on('message', (message: { readonly kind: string; readonly url: string }) => {
      if (message.kind === 'listening') resolve(message.url);
    });
    server.once('exit', () => {
      reject(new Error('the server did not start'));
    });
  });

async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in time`);
    await systemClock.wait(20);
  }
}

async function openSocket(url: string, cookie: string, customer: number): Promise<Live> {
  const socket: Live = io(url, {
    forceNew: true,
    transports: ['websocket'],
    extraHeaders: { cookie, origin: url },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const reply = await socket.timeout(PATIENCE_MS).emitWithAck('join', { topic: 'alert', customer });
  if (!reply.ok) throw new Error(`the room answers ${reply.code}`);
  return socket;
}

interface Round {
  readonly url: string;
  readonly cookie: string;
  readonly bus: Bus;
  readonly customer: number;
}

/** Milliseconds from handing a delta to NATS until each of `count` sockets has it. */
async function round({ url, cookie, bus, customer }: Round, count: number): Promise<readonly number[]> {
  const sockets: Live[] = [];
  for (let at = 0; at < count; at += 1) sockets.push(await openSocket(url, cookie, customer));
  const sentAt = new Map<number, number>();
  const took: number[] = [];
  for (const socket of sockets)
    socket.on('alert', ({ seq }) => {
      took.push(performance.now() - (sentAt.get(seq) ?? Number.NaN));
    });
  for (let seq = 1; seq <= DELTAS; seq += 1) {
    const delta = JSON.stringify(deltaOf(customer, count * 1_000 + seq));
    sentAt.set(count * 1_000 + seq, performance.now());
    bus.publish(subjects.live(customer, 'alert'), delta);
    await systemClock.wait(PACE_MS);
  }
  await eventually('the last delta', () => took.length === count * DELTAS);
  for (const socket of sockets) socket.disconnect();
  return took.sort((one, other) => one - other);
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function resultsOf(count: number, sorted: readonly number[]): readonly BenchResult[] {
  const named = (name: string, share: number): BenchResult => {
    const value = quantile(sorted, share);
    return {
      name: `NATS event to ${String(count)} open sockets, ${name}`,
      value,
      unit: 'ms',
      samples: [value],
    };
  };
  return [named('p50', 0.5), named('p99', 0.99)];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  await prepareStores(endpoints);
  const customer = await addAccount(endpoints.DATABASE_URL);
  const bus = await openBus(endpoints.NATS_URL, 'bench');
  const { signal } = new AbortController();
  for (let partition = 0; partition < PARTITIONS; partition += 1)
    bus.subscribe(
      subjects.alertState(partition),
      ({ respond }) => {
        respond(packJson(customer % PARTITIONS === partition ? [nothingRuns(customer)] : []));
      },
      { signal },
    );
  await bus.flush();
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = endpoints;
  const server = startProcess('console/server/main.ts', {
    CLICKHOUSE_URL,
    DATABASE_URL,
    NATS_URL,
    PORT: '0',
  });
  try {
    const url = await listening(server);
    await eventually('readiness', async () => (await fetch(`${url}/health/ready`)).ok);
    const cookie = await signIn(url);
    const results: BenchResult[] = [];
    for (const count of SOCKETS)
      results.push(...resultsOf(count, await round({ url, cookie, bus, customer }, count)));
    return results;
  } finally {
    await stopProcess(server);
    await bus.close();
    await stores.close();
  }
}

/** Time from the engine's event on NATS until every open browser connection has it; the painting is measured in the screens' tests. */
export const eventToPixel = { name: 'event-to-pixel', run };
