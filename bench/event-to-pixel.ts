import type { Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { deltaOf } from './event-to-pixel/delta.ts';
import { openScreen } from './event-to-pixel/painted.ts';
import { openSockets } from './event-to-pixel/sockets.ts';
import type { Visitor } from './event-to-pixel/sockets.ts';
import { waitFor, withQuietServer } from './live/server.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';

const SOCKETS = [100, 1_000];
const REPETITIONS = 3;
const DELTAS = 50;
/** Deltas before the first one that counts: three seconds. */
const WARM_UP = 15;
/** Between two deltas: below the pace at which the engine coalesces (20 a second), so that one does not queue behind another. */
const PACE_MS = 200;

interface Load extends Visitor {
  readonly bus: Bus;
  /** Number of the newest delta: they follow one another without a gap. */
  seq: number;
}

/** Publishes deltas at their pace; returns when each was handed to NATS. */
async function publishDeltas(load: Load, deltas = DELTAS): Promise<ReadonlyMap<number, number>> {
  const sentAt = new Map<number, number>();
  for (let count = 0; count < deltas; count += 1) {
    load.seq += 1;
    const delta = JSON.stringify(deltaOf(load.customer, load.seq));
    sentAt.set(load.seq, performance.timeOrigin + performance.now());
    load.bus.publish(subjects.live(load.customer, 'alert'), delta);
    await systemClock.wait(PACE_MS);
  }
  return sentAt;
}

/** Milliseconds from handing a delta to NATS until each of `count` sockets has it. */
async function toSockets(load: Load, count: number): Promise<readonly number[]> {
  const sockets = await openSockets(load, count);
  const arrived: (readonly [seq: number, atMs: number])[] = [];
  for (const socket of sockets)
    socket.on('alert', ({ seq }) => {
      arrived.push([seq, performance.timeOrigin + performance.now()]);
    });
  const sentAt = await publishDeltas(load);
  await waitFor('the last delta', () => arrived.length === count * DELTAS);
  for (const socket of sockets) socket.disconnect();
  return arrived.map(([seq, atMs]) => atMs - (sentAt.get(seq) ?? Number.NaN));
}

/** Milliseconds from handing a delta to NATS until its row is painted in a browser, while `count` other sockets get it too. */
async function toPixels(load: Load, count: number): Promise<readonly number[]> {
  const sockets = await openSockets(load, count);
  const screen = await openScreen(load);
  try {
    // The map is drawn by software here: until it stands, its drawing holds up everything else in the page.
    await publishDeltas(load, WARM_UP);
    const sentAt = await publishDeltas(load);
    const last = String(load.seq);
    await waitFor('the last row', async () => Number.isFinite((await screen.painted())[last]));
    const painted = Object.entries(await screen.painted()).map(([seq, atMs]) => [Number(seq), atMs] as const);
    // A delta whose frame showed a newer one already counts from its own event to that frame.
    return [...sentAt].map(([sent, atMs]) => {
      const shown = painted.filter(([seq]) => seq >= sent).map(([, paintedMs]) => paintedMs);
      return Math.min(...shown) - atMs;
    });
  } finally {
    await screen.close();
    for (const socket of sockets) socket.disconnect();
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
  for (const count of [0, most])
    results.push(
      ...(await repeated(`NATS event to painted row beside ${String(count)} sockets`, () =>
        toPixels(load, count),
      )),
    );
  return results;
}

const run = (): Promise<readonly BenchResult[]> =>
  withQuietServer((server) => measure({ ...server, seq: 0 }));

/** Time from the engine's event on NATS until every open connection has it, and until a browser has painted it. */
export const eventToPixel = { name: 'event-to-pixel', run };
