import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { rowsStreams, streamTables, type RowsStream } from '#ingest/writer/stream-tables.ts';
import { Journal } from '#ingest/writer/journal.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { heartbeatHeaderOf } from '#schemas/bus/header.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import { flows } from '#schemas/table/flows.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';
import { flowBody, flowMessage, flowTotals, sameEverywhere } from '../../fixtures/writer-rows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { rounds } from '#tests/fixtures/rounds.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const KILLS = Number(process.env['WRITER_KILLS'] ?? rounds(10));
const atMs = Date.now();
const columns = Object.keys(flows.columns);
/** Rows of a stream's table, the same ones each time. */
async function anyRows(clickhouse: ClickHouse, stream: RowsStream): Promise<Uint8Array[]> {
  const { name } = streamTables[stream];
  const [made] = await clickhouse.query<{ structure: string }>(
    `SELECT arrayStringConcat(groupArray(concat(name, ' ', type)), ', ') AS structure FROM
     (SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = '${name}' ORDER BY position)`,
  );
  const rows: Uint8Array[] = [];
  const columnsOf = Object.keys(streamTables[stream].columns).join(', ');
  const from = `generateRandom('${made!.structure.replaceAll("'", "\\'")}', 7, 4, 4)`;
  for await (const part of clickhouse.rowBinary(`SELECT ${columnsOf} FROM ${from} LIMIT 12`)) rows.push(part);
  return rows;
}

/** What is in a part stays there, through a load of the table too: no merge, and none that removes what is old. */
async function withoutMerges(clickhouse: ClickHouse): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree')",
  );
  for (const { name } of tables)
    await clickhouse.command(
      `ALTER TABLE ${name} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_number_of_merges_with_ttl_in_pool = 0`,
    );
}

const sumTo = (count: number): number => (count * (count - 1)) / 2;

describe('a token', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(() => stack.close());

  it('covers raw table and rollups of a large insert: the second one changes nothing', async () => {
    // More rows than a block of the reader (65,409), more groups than the aggregation keeps in one table (100,000).
    const count = 120_000;
    const rows = Array.from({ length: 24 }, (_, at) => flowBody(at * 5_000, 5_000, atMs));
    const insert = (token: string) =>
      stack.clickhouse.insertRowBinary({
        table: 'flows',
        columns,
        rows,
        token,
        settings: singleBlockSettings,
      });
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

  atNight(
    'is that of the same block in every view after the store was reloaded: nothing counts twice',
    async () => {
      const { clickhouse } = stack;
      const database = new URL(stack.env.CLICKHOUSE_URL).pathname.slice(1);
      const blocks = await Promise.all(
        rowsStreams.map(async (stream) => ({ stream, rows: await anyRows(clickhouse, stream) })),
      );
      const insertAll = async (): Promise<unknown> => {
        for (const { stream, rows } of blocks) {
          const { name, columns: of } = streamTables[stream];
          const token = `${stream}.0:e:1-9`;
          await clickhouse.insertRowBinary({
            table: name,
            columns: Object.keys(of),
            rows,
            token,
            settings: singleBlockSettings,
          });
        }
        return clickhouse.query(
          `SELECT table, sum(rows) AS rows FROM system.parts WHERE active AND database = currentDatabase() AND table != 'migration'
         GROUP BY table ORDER BY table`,
        );
      };
      await withoutMerges(clickhouse);
      const once = await insertAll();
      const admin = openClickHouse(Object.assign(new URL(stack.env.CLICKHOUSE_URL), { pathname: '/' }).href);
      await admin.command(`DETACH DATABASE ${database}`);
      await admin.command(`ATTACH DATABASE ${database}`);
      await admin.close();
      expect(await insertAll()).toEqual(once);
    },
  );
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

  it('is cut at the same place and inserted again under its token, before later rows; of two, the first', async () => {
    const { bus, clickhouse, env } = stack;
    const publisher = bus.publisher(1);
    const bucket = await bus.bucket(buckets.intents);
    const ranges = [
      { partition: 0, inserted: 0 },
      { partition: 1, inserted: 1 },
    ];
    let count = 0;
    const publish = async (partition: number): Promise<number> => {
      const sent = await publisher.publish(flowMessage(partition, { first: count, count: 100, atMs }));
      count += 100;
      return sent.ok ? sent.seq : 0;
    };
    for (const { partition, inserted } of ranges) {
      const from = count;
      const seqs: number[] = [];
      for (let at = 0; at < 5; at += 1) seqs.push(await publish(partition));
      const journal = await Journal.open(bucket, `flows.${String(partition)}`, 'epoch');
      const spans = [
        { first: seqs[0]!, last: seqs[2]!, from, count: 300 },
        { first: seqs[3]!, last: seqs[4]!, from: from + 300, count: 200 },
      ];
      for (const span of spans) await journal.recordIntent(span);
      // A writer came as far as this, and died before it could commit.
      const span = spans[inserted]!;
      await clickhouse.insertRowBinary({
        table: 'flows',
        columns,
        rows: flowBody(span.from, span.count, atMs),
        token: journal.token(span),
        settings: singleBlockSettings,
      });
    }
    for (const { partition } of ranges) for (let at = 0; at < 3; at += 1) await publish(partition);
    writer = startWriter(env);
    const inLast = async (): Promise<number> => (await flowTotals(clickhouse))['1d']?.flows ?? 0;
    await until('all rows are there', async () => (await inLast()) >= count);
    expect(await flowTotals(clickhouse)).toEqual(sameEverywhere({ flows: count, bytes: sumTo(count) }));
  });
});

describeAtNight('two writers of one partition', () => {
  let stack: Stack;
  const writers: WriterProcess[] = [];
  beforeAll(async () => {
    stack = await openStack();
  });
  afterAll(async () => {
    for (const writer of writers) await writer.kill();
    await stack.close();
  });

  it('write each row once: the one that is late at the journal starts over', async () => {
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
    await until('all rows are there', async () => (await inLast()) >= 10 * count);
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

  it(`has each row once in raw table and rollups after ${String(KILLS)} kills under load, with heartbeats among the rows`, async () => {
    const { bus, clickhouse, env } = stack;
    const publisher = bus.publisher(64);
    let published = 0;
    const load = { on: true };
    const heartbeat = (partition: number) =>
      publisher.publish({
        subject: subjectOf('flows', partition),
        data: new Uint8Array(),
        headers: heartbeatHeaderOf(flows, { until: atMs, idleMs: 1_000 }),
      });
    for (let count = 0; count < 5; count += 1) for (const partition of [0, 1]) await heartbeat(partition);
    const publish = async (): Promise<void> => {
      while (load.on) {
        const first = published;
        published += 200;
        if (first % 600 === 0) for (const partition of [0, 1]) await heartbeat(partition);
        const sent = await publisher.publish(
          flowMessage(first % 400 === 0 ? 0 : 1, { first, count: 200, atMs }),
        );
        expect(sent.ok).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const loading = publish();
    for (let round = 0; round < KILLS; round += 1) {
      writer = startWriter({ ...env, WRITER_RANGE_MS: '50', WRITER_RANGE_ROWS: '4000' });
      await writer.started;
      // From before its first insert to amid one of the later ones.
      await new Promise((resolve) => setTimeout(resolve, (round * 41) % 400));
      await writer.kill();
    }
    load.on = false;
    await loading;
    const heartbeats = await Promise.all([heartbeat(0), heartbeat(1)]);
    writer = startWriter({ ...env });
    const expected = sameEverywhere({ flows: published, bytes: sumTo(published) });
    // The rollups follow the raw table within the insert: the last of them is the last to show the rows.
    const inLast = async (): Promise<number> => (await flowTotals(clickhouse))['1d']?.flows ?? 0;
    await until('all rows are there', async () => (await inLast()) >= published);
    expect(await flowTotals(clickhouse)).toEqual(expected);
    // Ranges that hold nothing but heartbeats are committed as any other, and none is taken for a malformed message.
    const positions = await bus.bucket(buckets.positions);
    for (const [partition, sent] of heartbeats.entries())
      await until(
        'the last heartbeat is passed',
        async () =>
          Buffer.from((await positions.get(`flows.${String(partition)}.writer`))?.value ?? []).toString() ===
          String(sent.ok ? sent.seq : 'stored'),
      );
    expect(await bus.lastMessage(streams.dead.name, 'dead.flows')).toBeUndefined();
    expect(await writer.stop()).toBe(0);
    expect(await flowTotals(clickhouse)).toEqual(expected);
  }, 400_000);
});
