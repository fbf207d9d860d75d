import { afterAll, beforeAll, expect, it } from 'vitest';
import { RangeArena } from '#ingest/writer/range/range-arena.ts';
import { Semaphore } from '#ingest/writer/semaphore.ts';
import { partitionWriting } from '#ingest/writer/write-partition.ts';
import { writerMetrics } from '#ingest/writer/writer-metrics.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { flowMessage, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

const ROWS = 100;

let stack: Stack;
const ending = new AbortController();
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

it('a writer that continues after its lease has expired inserts nothing of what it has journaled; with the lease it inserts it, once', async () => {
  const { bus, clickhouse } = stack;
  const metrics = openMetrics();
  const lease = { held: false };
  const deadLetters = bus.publisher();
  const start = partitionWriting({
    bus,
    clickhouse,
    deadLetters,
    intents: await bus.bucket(buckets.intents),
    positions: await bus.bucket(buckets.positions),
    clock: systemClock,
    ids: systemIds,
    log: silentLog,
    metrics: writerMetrics(metrics),
    limits: { bytes: 1_000_000, rows: 10_000, ageMs: 10 },
    arena: new RangeArena(),
    insertSlots: new Semaphore(2),
  });
  const work = await start(0, ending.signal, { isHeld: () => lease.held });
  await bus.publisher(1).publish(flowMessage(0, { first: 0, count: ROWS, atMs: Date.now() }));
  const figure = async (name: string): Promise<number> => (await metrics.sums([name]))[name] ?? 0;
  const replayed = () => figure('telltale_writer_replayed_ranges_total');
  // It journaled the range, was refused, and found it journaled more than once.
  await until('it has tried again', async () => (await replayed()) > 1);
  expect((await flowTotals(clickhouse))['raw']?.flows).toBe(0);
  lease.held = true;
  await until('the rows are there', async () => (await flowTotals(clickhouse))['1d']?.flows === ROWS);
  expect(await flowTotals(clickhouse)).toEqual(
    sameEverywhere({ flows: ROWS, bytes: (ROWS * (ROWS - 1)) / 2 }),
  );
  ending.abort();
  await work.stop();
  deadLetters.close();
});
