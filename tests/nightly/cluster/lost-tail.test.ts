import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { natsServer } from '#platform/embedded/nats/nats-server.ts';
import { silentLog } from '#platform/log/log.ts';
import { streams } from '#schemas/bus/stream.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startWriter, type WriterProcess } from '#tests/fixtures/process/writer-process.ts';
import { flowMessage, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const LIMIT_MS = 600_000;
const ROWS = 10;
const sumTo = (count: number): number => (count * (count - 1)) / 2;

/** A broker whose stream of flows can be set back to what it was, as after a power failure. */
async function forgetfulBroker() {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-forgetful-'));
  const copy = mkdtempSync(join(tmpdir(), 'telltale-flows-'));
  const port = await freePort(0);
  const start = async () => {
    const stopping = new AbortController();
    const server = await natsServer({ directory, port, log: silentLog }).start(stopping.signal);
    return async () => {
      stopping.abort();
      await server?.stop?.();
    };
  };
  let stop = await start();
  const folder = join(directory, 'jetstream', '$G', 'streams', streams.flows.name);
  return {
    url: `nats://127.0.0.1:${String(port)}`,
    /** Stores the stream as it is. */
    async save() {
      await stop();
      rmSync(copy, { recursive: true, force: true });
      cpSync(folder, copy, { recursive: true });
      stop = await start();
    },
    /** The stream is what it was; buckets stay as they are. */
    async forget() {
      await stop();
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
      stop = await start();
    },
    async close() {
      await stop();
      for (const each of [directory, copy]) rmSync(each, { recursive: true, force: true });
    },
  };
}

describe('a stream that lost its last messages', () => {
  let stack: Stack;
  let broker: Awaited<ReturnType<typeof forgetfulBroker>>;
  let bus: Bus;
  let writer: WriterProcess | undefined;
  let published = 0;
  const atMs = Date.now();
  const publish = async (messages: number): Promise<void> => {
    const publisher = bus.publisher(1);
    for (let sent = 0; sent < messages; sent += 1) {
      const acknowledged = await publisher.publish(
        flowMessage(sent % 2, { first: published, count: ROWS, atMs }),
      );
      expect(acknowledged.ok).toBe(true);
      published += ROWS;
    }
    publisher.close();
  };
  const start = async (): Promise<void> => {
    writer = startWriter({ ...stack.env, NATS_URL: broker.url, WRITER_RANGE_MS: '50' });
    await writer.started;
  };
  const inLast = async (): Promise<number> => (await flowTotals(stack.clickhouse))['1d']?.flows ?? 0;
  const expectAll = async (): Promise<void> => {
    await until('all rows are there', async () => (await inLast()) >= published);
    // What came twice would come now.
    await systemClock.wait(1_000);
    expect(await flowTotals(stack.clickhouse)).toEqual(
      sameEverywhere({ flows: published, bytes: sumTo(published) }),
    );
  };

  beforeAll(async () => {
    [stack, broker] = await Promise.all([openStack(), forgetfulBroker()]);
    bus = await openBus(broker.url, 'test');
    await bus.ensureStreams(Object.values(streams));
    await start();
    await publish(200);
    await expectAll();
  }, LIMIT_MS);
  afterAll(async () => {
    await writer?.kill();
    await bus.close();
    await Promise.all([stack.close(), broker.close()]);
  });

  it.each([
    ['fewer messages come than it lost', 400],
    ['more messages come than it lost', 2_000],
  ])(
    'has each later row once while its writer runs, when %s',
    async (_, later) => {
      await broker.save();
      await publish(1_000);
      await expectAll();
      await broker.forget();
      await publish(later);
      await expectAll();
    },
    LIMIT_MS,
  );

  it.each([
    ['fewer messages come than it lost', 400],
    ['more messages come than it lost', 2_000],
  ])(
    'has each later row once when its writer starts after %s',
    async (_, later) => {
      await broker.save();
      await publish(1_000);
      await expectAll();
      expect(await writer!.stop()).toBe(0);
      await broker.forget();
      await publish(later);
      await start();
      await expectAll();
    },
    LIMIT_MS,
  );

  it(
    'has no row twice when its writer was killed among the messages that it lost',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const before = await inLast();
        await broker.save();
        const publishing = publish(600);
        await systemClock.wait(100 + round * 150);
        await writer!.kill();
        await publishing;
        await broker.forget();
        const from = published;
        await publish(800);
        await start();
        await until('later rows are there', async () => {
          const [row] = await stack.clickhouse.query<{ count: number }>(
            `SELECT count() AS count FROM flows WHERE bytes >= ${String(from)}`,
          );
          return row?.count === published - from;
        });
        await systemClock.wait(1_000);
        const [row] = await stack.clickhouse.query<{ count: number; different: number; later: number }>(
          `SELECT count() AS count, uniqExact(bytes) AS different, countIf(bytes >= ${String(from)}) AS later FROM flows`,
        );
        expect(row?.count).toBe(row?.different);
        expect(row?.later).toBe(published - from);
        const totals = await flowTotals(stack.clickhouse);
        expect(totals).toEqual(sameEverywhere(totals['raw']!));
        expect(totals['raw']!.flows).toBeGreaterThanOrEqual(before);
      }
    },
    LIMIT_MS,
  );
});
