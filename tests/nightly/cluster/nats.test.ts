import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { ReplicasRefusedError } from '#platform/bus/streams.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startWriter } from '#tests/fixtures/process/writer-process.ts';
import { flowMessage, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startNatsCluster } from './nats-cluster.ts';

/** Kills of each server. */
const KILLS = Number(process.env['NATS_KILLS'] ?? '2');
const ROWS = 250;
/** 5,000 rows a second. */
const PAUSE_MS = 50;
const LIMIT_MS = 3_600_000;

let cluster: Awaited<ReturnType<typeof startNatsCluster>>;
let stack: Stack;
let bus: Bus;
beforeAll(async () => {
  [cluster, stack] = await Promise.all([startNatsCluster(), openStack()]);
  bus = await openBus(cluster.url, 'test');
}, LIMIT_MS);
afterAll(async () => {
  await bus.close();
  await Promise.all([cluster.stop(), stack.close()]);
}, LIMIT_MS);

const sumTo = (count: number): number => (count * (count - 1)) / 2;

describe('three servers of NATS', () => {
  it(
    'have three replicas of every stream and bucket, and reject more than there are servers',
    async () => {
      await bus.ensureStreams(Object.values(streams));
      for (const name of Object.values(buckets)) await bus.bucket(name);
      const changed = await bus.ensureReplicas(3);
      expect([...changed].sort()).toEqual(
        [
          ...Object.values(streams).map(({ name }) => name),
          ...Object.values(buckets).map((name) => `KV_${name}`),
        ].sort(),
      );
      expect(await bus.ensureReplicas(3)).toEqual([]);
      await expect(bus.ensureReplicas(5)).rejects.toThrow(ReplicasRefusedError);
    },
    LIMIT_MS,
  );

  it(
    `have each row once in raw table and rollups after ${String(KILLS)} kills of each, at 5,000 rows a second`,
    async () => {
      const writer = startWriter({ ...stack.env, NATS_URL: cluster.url });
      await writer.started;
      const publisher = bus.publisher(64);
      const load = { on: true, published: 0, longestMs: 0 };
      const loading = (async () => {
        while (load.on) {
          const first = load.published;
          load.published += ROWS;
          const since = systemClock.elapsed();
          const [sent] = await Promise.all([
            publisher.publish(
              flowMessage((first / ROWS) % 2, { first, count: ROWS, atMs: systemClock.now().getTime() }),
            ),
            systemClock.wait(PAUSE_MS),
          ]);
          expect(sent.ok).toBe(true);
          load.longestMs = Math.max(load.longestMs, systemClock.elapsed() - since);
        }
      })();
      for (let round = 0; round < KILLS; round += 1)
        for (let at = 0; at < cluster.size; at += 1) {
          await systemClock.wait(2_000);
          await cluster.kill(at);
          // From a server that is back before the others miss it, to one that they elect a leader without.
          await systemClock.wait(500 + round * 2_500);
          cluster.start(at);
          await cluster.untilComplete(at);
        }
      load.on = false;
      await loading;
      const { published } = load;
      await until(
        'all rows are there',
        async () => ((await flowTotals(stack.clickhouse))['1d']?.flows ?? 0) >= published,
      );
      expect(await writer.stop()).toBe(0);
      expect(await flowTotals(stack.clickhouse)).toEqual(
        sameEverywhere({ flows: published, bytes: sumTo(published) }),
      );
      expect(await bus.lastMessage(streams.dead.name, 'dead.flows')).toBeUndefined();
      process.stdout.write(
        `${String(published)} rows, ${String(Math.round(load.longestMs))} ms until an acknowledgement at most\n`,
      );
    },
    LIMIT_MS,
  );
});
