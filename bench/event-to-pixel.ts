import type { Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { deltaOf } from './event-to-pixel/delta.ts';
import { openScreen, type Visitor } from './event-to-pixel/painted.ts';
import { cpuSecondsOf } from './harness/process-cpu.ts';
import { openClients, type Clients } from './live/clients.ts';
import { waitFor, withQuietServer } from './live/server.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';

const SOCKETS = [100, 1_000];
const REPETITIONS = Number(process.env['EVENT_REPETITIONS'] ?? 3);
const DELTAS = 50;
/** Deltas before the first one that counts: three seconds. */
const WARM_UP = 15;
/** Between two deltas: below the pace at which the engine coalesces (20 a second), so that one does not queue behind another. */
const PACE_MS = 200;
/** Between two looks at the page: each takes its time. */
const LOOK_MS = 100;

interface Load extends Visitor {
  readonly bus: Bus;
  /** Of the server. */
  readonly pid: number;
  /** CPU time of the server for one delta to the sockets of a round, milliseconds. */
  readonly cpuMs: number[];
  /** Number of the newest delta: they follow one another without a gap. */
  seq: number;
}

interface SentDelta {
  readonly seq: number;
  /** The time in the delta, by which a socket recognises it. */
  readonly mark: number;
  readonly sentMs: number;
}

/** Publishes deltas at their pace; returns when each was handed to NATS. */
async function publishDeltas(load: Load, deltas = DELTAS): Promise<readonly SentDelta[]> {
  const sent: SentDelta[] = [];
  for (let count = 0; count < deltas; count += 1) {
    load.seq += 1;
    const delta = deltaOf(load.customer, load.seq);
    const text = JSON.stringify(delta);
    sent.push({ seq: load.seq, mark: delta.at, sentMs: performance.timeOrigin + performance.now() });
    load.bus.publish(subjects.live(load.customer, 'alert'), text);
    await systemClock.wait(PACE_MS);
  }
  return sent;
}

/** Sockets in a process of their own: in this one they would delay what is measured. */
const openSockets = ({ url, cookie, customer }: Visitor, count: number, timed: boolean): Promise<Clients> =>
  openClients({
    url,
    cookie,
    count,
    timed,
    screens: 0,
    stalled: 0,
    from: ['127.0.0.1'],
    room: { topic: 'alert', customer },
  });

/** Milliseconds from handing a delta to NATS until each of `count` sockets has it. */
async function toSockets(load: Load, count: number): Promise<readonly number[]> {
  const sockets = await openSockets(load, count, true);
  try {
    const cpuBefore = cpuSecondsOf(load.pid);
    const sentAt = new Map((await publishDeltas(load)).map(({ mark, sentMs }) => [mark, sentMs]));
    const arrived: (readonly [mark: number, atMs: number])[] = [];
    await waitFor(`delta ${String(load.seq)} at ${String(count)} sockets`, async () => {
      await systemClock.wait(LOOK_MS);
      arrived.push(...(await sockets.report()).arrivals);
      return arrived.length === count * DELTAS;
    });
    load.cpuMs.push((1_000 * (cpuSecondsOf(load.pid) - cpuBefore)) / DELTAS);
    return arrived.map(([mark, atMs]) => atMs - (sentAt.get(mark) ?? Number.NaN));
  } finally {
    await sockets.close();
  }
}

/** Milliseconds from handing a delta to NATS until its row is painted in a browser, while `count` other sockets get it too. */
async function toPixels(load: Load, count: number): Promise<readonly number[]> {
  const sockets = await openSockets(load, count, false);
  const screen = await openScreen(load);
  try {
    // The map is drawn by software here: until it stands, its drawing holds up everything else in the page.
    await publishDeltas(load, WARM_UP);
    const sent = await publishDeltas(load);
    const last = String(load.seq);
    await waitFor(`row #${last} in the list of alarms, of the newest delta,`, async () => {
      await systemClock.wait(LOOK_MS);
      return Number.isFinite((await screen.painted())[last]);
    });
    const painted = Object.entries(await screen.painted()).map(([seq, atMs]) => [Number(seq), atMs] as const);
    // A delta whose frame showed a newer one already counts from its own event to that frame.
    return sent.map((one) => {
      const shown = painted.filter(([seq]) => seq >= one.seq).map(([, paintedMs]) => paintedMs);
      return Math.min(...shown) - one.sentMs;
    });
  } finally {
    await screen.close();
    await sockets.close();
  }
}

/** Median of the repetitions' quantiles. */
async function repeated(
  name: string,
  once: () => Promise<readonly number[]>,
): Promise<readonly BenchResult[]> {
  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < REPETITIONS; round += 1) rounds.push(await once());
  return [0.5, 0.99].map((share) => {
    const samples = rounds.map((values) => quantile(values, share));
    return { name: `${name}, p${String(share * 100)}`, value: quantile(samples, 0.5), unit: 'ms', samples };
  });
}

async function measure(load: Load): Promise<readonly BenchResult[]> {
  const most = SOCKETS.at(-1) ?? 0;
  const results: BenchResult[] = [];
  for (const count of SOCKETS)
    results.push(
      ...(await repeated(`NATS event to ${String(count)} open sockets`, () => toSockets(load, count))),
    );
  const cpuMs = load.cpuMs.slice(-REPETITIONS);
  results.push({
    name: `server CPU for a delta to ${String(most)} sockets`,
    value: quantile(cpuMs, 0.5),
    unit: 'ms',
    samples: cpuMs,
  });
  for (const count of [0, most])
    results.push(
      ...(await repeated(`NATS event to painted row beside ${String(count)} sockets`, () =>
        toPixels(load, count),
      )),
    );
  return results;
}

const run = (): Promise<readonly BenchResult[]> =>
  withQuietServer(({ child, ...server }) => measure({ ...server, pid: child.pid ?? 0, cpuMs: [], seq: 0 }));

/** Time from the engine's event on NATS until every open connection has it, and until a browser has painted it. */
export const eventToPixel = { name: 'event-to-pixel', run };
