import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneBlock } from '#ingest/writer/insert-range.ts';
import { Journal } from '#ingest/writer/journal.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { flows } from '#schemas/table/flows.ts';
import { openStack } from '#tests/store/stack.ts';
import type { Stack } from '#tests/store/stack.ts';
import { startWriter } from './writer-process.ts';
import type { WriterProcess } from './writer-process.ts';
import { flowBody, flowMessage, flowTotals, sameEverywhere, until } from './writer-rows.ts';

const atMs = Date.now();
const columns = Object.keys(flows.columns);
const sumTo = (count: number): number => (count * (count - 1)) / 2;

describe('a token', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack.close());

  it('covers raw table and rollups of a large insert: the second one changes nothing', async () => {
    // More rows than a block of the reader (65,409), more groups than the aggregation keeps in one table (100,000).
    const count = 300_000;
    const rows = Array.from({ length: 60 }, (_, at) => flowBody(at * 5_000, 5_000, atMs));
    const insert = (token: string) =>
      stack.clickhouse.insertRowBinary({ table: 'flows', columns, rows, token, settings: oneBlock });
    const expected = sameEverywhere({ flows: count, bytes: sumTo(count) });
    const tables = ['flows', 'flows_5m', 'flows_1h', 'flows_1d'];
    for (const name of tables) await stack.clickhouse.command(`SYSTEM STOP MERGES ${name}`);
    await insert('one');
    expect(await flowTotals(stack.clickhouse)).toEqual(expected);
    // Without merges a part is what one block left in one partition (a day or a month).
    const parts = await stack.clickhouse.query<{ name: string; parts: number; partitions: number }>(`
      SELECT table AS name, count() AS parts, uniqExact(partition_id) AS partitions FROM system.parts
      WHERE active AND database = currentDatabase() AND startsWith(table, 'flows') GROUP BY table`);
    expect(parts.length).toBe(tables.length);
    for (const table of parts) expect(table.parts).toBe(table.partitions);
    await insert('one');
    expect(await flowTotals(stack.clickhouse)).toEqual(expected);
    await insert('two');
    expect(await flowTotals(stack.clickhouse)).toEqual(
      sameEverywhere({ flows: 2 * count, bytes: 2 * sumTo(count) }),
    );
  });
});

describe('a range found journaled', () => {
  let stack: Stack;
  let writer: WriterProcess | undefined;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(async () => {
    await writer?.kill();
    await stack.close();
  });

  it('is cut at the same place and inserted again under its token, before what came behind it', async () => {
    const { bus, clickhouse, env } = stack;
    const publisher = bus.publisher(1);
    const publish = (first: number) => publisher.publish(flowMessage(0, { first, count: 100, atMs }));
    for (let first = 0; first < 300; first += 100) await publish(first);
    const journal = await Journal.open(await bus.bucket(buckets.intents), 'flows.0', 'epoch');
    const range = { first: 1, last: 3 };
    await journal.intend(range);
    // A writer came as far as this, and died before it could commit.
    await clickhouse.insertRowBinary({
      table: 'flows',
      columns,
      rows: flowBody(0, 300, atMs),
      token: journal.token(range),
      settings: oneBlock,
    });
    for (let first = 300; first < 1_000; first += 100) await publish(first);
    writer = startWriter(env);
    const inLast = async (): Promise<number> => (await flowTotals(clickhouse))['1d']?.flows ?? 0;
    await until(async () => (await inLast()) >= 1_000, 'all rows are there');
    expect(await flowTotals(clickhouse)).toEqual(sameEverywhere({ flows: 1_000, bytes: sumTo(1_000) }));
  });
});

describe('two writers of one partition', () => {
  let stack: Stack;
  const writers: WriterProcess[] = [];
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(async () => {
    for (const writer of writers) await writer.kill();
    await stack.close();
  });

  it('write each row once: the one that comes late to the journal begins anew', async () => {
    const { bus, clickhouse, env } = stack;
    for (let at = 0; at < 2; at += 1)
      writers.push(startWriter({ ...env, WRITER_RANGE_MS: '20', LOG_LEVEL: 'fatal' }));
    await Promise.all(writers.map(({ started }) => started));
    const publisher = bus.publisher(1);
    const count = 100;
    for (let at = 0; at < count; at += 1) {
      await publisher.publish(flowMessage(0, { first: at * 10, count: 10, atMs }));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const inLast = async (): Promise<number> => (await flowTotals(clickhouse))['1d']?.flows ?? 0;
    await until(async () => (await inLast()) >= 10 * count, 'all rows are there');
    for (const writer of writers) expect(await writer.stop()).toBe(0);
    expect(await flowTotals(clickhouse)).toEqual(
      sameEverywhere({ flows: 10 * count, bytes: sumTo(10 * count) }),
    );
  });
});

describe('a writer killed at any point', () => {
  let stack: Stack;
  let writer: WriterProcess | undefined;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(async () => {
    await writer?.kill();
    await stack.close();
  });

  it('has each row exactly once in raw table and rollups after 20 kills under load', async () => {
    const { bus, clickhouse, env } = stack;
    const publisher = bus.publisher(64);
    let published = 0;
    const load = { on: true };
    const publish = async (): Promise<void> => {
      while (load.on) {
        const first = published;
        published += 200;
        const sent = await publisher.publish(
          flowMessage(first % 400 === 0 ? 0 : 1, { first, count: 200, atMs }),
        );
        expect(sent.ok).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const loading = publish();
    for (let round = 0; round < 20; round += 1) {
      writer = startWriter({ ...env, WRITER_RANGE_MS: '50', WRITER_RANGE_ROWS: '4000' });
      await writer.started;
      // From before its first insert to amid one of the later ones.
      await new Promise((resolve) => setTimeout(resolve, (round * 37) % 400));
      await writer.kill();
    }
    load.on = false;
    await loading;
    writer = startWriter({ ...env });
    const expected = sameEverywhere({ flows: published, bytes: sumTo(published) });
    // The rollups follow the raw table within the insert: the last of them is the last to show the rows.
    const inLast = async (): Promise<number> => (await flowTotals(clickhouse))['1d']?.flows ?? 0;
    await until(async () => (await inLast()) >= published, 'all rows are there', 30_000);
    expect(await flowTotals(clickhouse)).toEqual(expected);
    expect(await writer.stop()).toBe(0);
    expect(await flowTotals(clickhouse)).toEqual(expected);
  }, 120_000);
});
