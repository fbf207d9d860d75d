import { systemClock } from '#platform/clock/system-clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { deltaOf } from './event-to-pixel/delta.ts';
import { openClients, type Clients } from './live/clients.ts';
import { waitFor, withQuietServer, type BenchServer } from './live/server.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { residentMib } from './harness/process-memory.ts';

const SOCKETS = Number(process.env['SOCKETS'] ?? 10_000);
const PROCESSES = 2;
const DELTAS = 20;
/** Between two deltas: longer than the second in which an engine's window reaches every socket. */
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
async function report(
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
  await waitFor(
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
    const delays = await report(clients, publish);
    return { connectSeconds, beforeMib, openMib, mostMib: residentMib(pid, 'VmHWM'), delays };
  } finally {
    await Promise.all(clients.map((one) => one.close()));
  }
}

async function found({ bus, child, customer, url, cookie }: BenchServer): Promise<Found> {
  return measure({ url, cookie, customer }, child.pid ?? 0, (seq) => {
    const delta = deltaOf(customer, seq);
    const sentMs = performance.timeOrigin + performance.now();
    bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
    return { at: delta.at, sentMs };
  });
}

async function run(): Promise<readonly BenchResult[]> {
  const { connectSeconds, beforeMib, openMib, mostMib, delays } = await withQuietServer(found);
  const one = (what: string, value: number, unit: string): BenchResult => ({
    name: `${String(SOCKETS)} sockets: ${what}`,
    value,
    unit,
    samples: [value],
  });
  return [
    one('time to connect and join', connectSeconds, 's'),
    one('server before', beforeMib, 'MiB'),
    one('server with all connected', openMib, 'MiB'),
    one('server at most', mostMib, 'MiB'),
    one('NATS event to each socket, p50', quantile(delays, 0.5), 'ms'),
    one('NATS event to each socket, p99', quantile(delays, 0.99), 'ms'),
  ];
}

/** Many open connections on one server process, their clients in processes of their own. */
export const socketsBench = { name: 'sockets', run };
