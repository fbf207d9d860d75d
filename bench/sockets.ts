import { benchKey } from './bench-secrets.ts';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { prepareStores } from './a-network.ts';
import { addAccount, signIn } from './event-to-pixel/account.ts';
import { deltaOf } from './event-to-pixel/delta.ts';
import { openClients } from './live/clients.ts';
import type { Clients } from './live/clients.ts';
import { answerStates } from './live/quiet-engine.ts';
import { eventually, listening, residentMib } from './live/stage.ts';
import { quantile } from './quantile.ts';
import type { BenchResult } from './result.ts';
import { startProcess, startStores, stopProcess } from './writer-stores.ts';

const SOCKETS = Number(process.env['SOCKETS'] ?? 10_000);
const PROCESSES = 2;
const DELTAS = 20;
/** Between two deltas: the second in which an engine's window comes to all of them is over. */
const PACE_MS = 2_000;
const ADDRESSES = 4;
const PATIENCE_MS = 60_000;

interface Found {
  readonly connectSeconds: number;
  readonly beforeMib: number;
  readonly openMib: number;
  readonly mostMib: number;
  /** From handing a delta to NATS until each socket has it. */
  readonly delays: readonly number[];
}

async function open(
  visit: { readonly url: string; readonly cookie: string; readonly customer: number },
  count: number,
) {
  const { url, cookie, customer } = visit;
  return Promise.all(
    Array.from({ length: PROCESSES }, (_, process) =>
      openClients({
        url,
        cookie,
        room: { topic: 'alert', customer },
        count: count / PROCESSES,
        screens: 0,
        stalled: 0,
        timed: true,
        from: Array.from({ length: ADDRESSES }, (__, at) => `127.0.${String(process + 1)}.${String(at + 1)}`),
      }),
    ),
  );
}

/** Milliseconds of each arrival of each delta. */
async function tell(
  clients: readonly Clients[],
  publish: (seq: number) => { readonly at: number; readonly sentMs: number },
): Promise<readonly number[]> {
  const sent = new Map<number, number>();
  for (let seq = 1; seq <= DELTAS; seq += 1) {
    const { at, sentMs } = publish(seq);
    sent.set(at, sentMs);
    await systemClock.wait(PACE_MS);
  }
  const delays: number[] = [];
  await eventually(
    'the last delta',
    async () => {
      for (const one of clients)
        for (const [mark, atMs] of (await one.report()).arrivals)
          delays.push(atMs - (sent.get(mark) ?? Number.NaN));
      return delays.length >= SOCKETS * DELTAS;
    },
    PATIENCE_MS,
  );
  return delays;
}

async function measure(
  visit: { readonly url: string; readonly cookie: string; readonly customer: number },
  pid: number,
  publish: (seq: number) => { readonly at: number; readonly sentMs: number },
): Promise<Found> {
  const beforeMib = residentMib(pid, 'VmRSS');
  const fromMs = performance.now();
  const clients = await open(visit, SOCKETS);
  const connectSeconds = (performance.now() - fromMs) / 1_000;
  try {
    const openMib = residentMib(pid, 'VmRSS');
    const delays = await tell(clients, publish);
    return { connectSeconds, beforeMib, openMib, mostMib: residentMib(pid, 'VmHWM'), delays };
  } finally {
    await Promise.all(clients.map((one) => one.close()));
  }
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = stores.endpoints;
  await prepareStores(stores.endpoints);
  const customer = await addAccount(DATABASE_URL);
  const bus = await openBus(NATS_URL, 'bench');
  await answerStates(bus, customer);
  const server = startProcess('console/server/main.ts', {
    CLICKHOUSE_URL,
    DATABASE_URL,
    NATS_URL,
    ...benchKey,
    PORT: '0',
  });
  try {
    const url = await listening(server);
    await eventually('readiness', async () => (await fetch(`${url}/health/ready`)).ok);
    const visit = { url, cookie: await signIn(url), customer };
    const found = await measure(visit, server.pid ?? 0, (seq) => {
      const delta = deltaOf(customer, seq);
      const sentMs = performance.timeOrigin + performance.now();
      bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
      return { at: delta.at, sentMs };
    });
    const one = (what: string, value: number, unit: string): BenchResult => ({
      name: `${String(SOCKETS)} sockets: ${what}`,
      value,
      unit,
      samples: [value],
    });
    return [
      one('time to connect and join', found.connectSeconds, 's'),
      one('server before', found.beforeMib, 'MiB'),
      one('server with all connected', found.openMib, 'MiB'),
      one('server at most', found.mostMib, 'MiB'),
      one('NATS event to each socket, p50', quantile(found.delays, 0.5), 'ms'),
      one('NATS event to each socket, p99', quantile(found.delays, 0.99), 'ms'),
    ];
  } finally {
    await stopProcess(server);
    await bus.close();
    await stores.close();
  }
}

/** Many open connections on one server process, their clients in processes of their own. */
export const socketsBench = { name: 'sockets', run };
