import { Readable } from 'node:stream';
import { createClient } from '@clickhouse/client';
import { afterAll, describe, expect, it } from 'vitest';
import { clickhouseTransport } from '#platform/clickhouse/clickhouse.ts';
import { errorCodeOf } from '#platform/clickhouse/store-error.ts';
import { openClickHouseOnly } from './stack.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

const rowsOf = (from: number, count: number): Buffer => {
  const rows = Buffer.alloc(count * 12);
  for (let at = 0; at < count; at += 1) {
    rows.writeUInt32LE(from + at, at * 12);
    rows.writeBigUInt64LE(1n, at * 12 + 4);
  }
  return rows;
};

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 25_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within 25 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('ClickHouse', async () => {
  const { url, clickhouse, close } = await openClickHouseOnly();
  const client = createClient({ ...clickhouseTransport(url), log: { level: 127 } });
  await clickhouse.command(
    'CREATE TABLE raw (id UInt32, bytes UInt64) ENGINE = MergeTree ORDER BY id SETTINGS non_replicated_deduplication_window = 100',
  );
  await clickhouse.command(
    'CREATE TABLE rollup (slot UInt32, bytes UInt64) ENGINE = SummingMergeTree ORDER BY slot SETTINGS non_replicated_deduplication_window = 100',
  );
  await clickhouse.command(
    'CREATE MATERIALIZED VIEW rollup_view TO rollup AS SELECT intDiv(id, 1000) AS slot, sum(bytes) AS bytes FROM raw GROUP BY slot',
  );
  await clickhouse.command(
    "CREATE TABLE words (id UInt32, word String DEFAULT 'none') ENGINE = MergeTree ORDER BY id",
  );
  afterAll(async () => {
    await client.close();
    await close();
  });
  const words = (from: number, to: number): Promise<readonly unknown[]> =>
    clickhouse.query(
      'SELECT id, word FROM words WHERE id BETWEEN {from:UInt32} AND {to:UInt32} ORDER BY id',
      {
        from,
        to,
      },
    );

  it('accepts any text as a parameter value', async () => {
    const value = "it's \\ a\ttab\nand 'quotes' -- {x:String}; ä€𐍈";
    expect(
      await clickhouse.query('SELECT {value:String} AS value, {list:Array(UInt8)} AS list', {
        value,
        list: [1, 2],
      }),
    ).toEqual([{ value, list: [1, 2] }]);
  });

  it('accepts a list of 50,000 ids, the longest context', async () => {
    const ids = Array.from({ length: 50_000 }, (_, id) => 1_000_000 + id);
    const { columns } = await clickhouse.measured(
      'SELECT length({ids:Array(UInt32)}) AS ids, {name:String} AS name',
      { ids, name: "l'été" },
    );
    expect(columns).toEqual({ ids: [50_000], name: ["l'été"] });
  });

  it('inserts a block of RowBinary rows once per token, in the table and in its views', async () => {
    const insert = (token: string, rows: Uint8Array | Uint8Array[]): Promise<void> =>
      clickhouse.insertRowBinary({ table: 'raw', columns: ['id', 'bytes'], rows, token });
    await insert('flows.0:1-10', rowsOf(0, 50_000));
    await insert('flows.0:11-20', [rowsOf(50_000, 20_000), rowsOf(70_000, 30_000)]);
    await insert('flows.0:1-10', rowsOf(0, 50_000));
    await insert('flows.0:11-20', rowsOf(50_000, 50_000));
    expect(await clickhouse.query('SELECT count() AS rows, uniqExact(id) AS ids FROM raw')).toEqual([
      { rows: 100_000, ids: 100_000 },
    ]);
    expect(await clickhouse.query('SELECT sum(bytes) AS bytes FROM rollup')).toEqual([{ bytes: 100_000 }]);
  });

  it('inserts nothing of a damaged block', async () => {
    const insert = clickhouse.insertRowBinary({
      table: 'raw',
      columns: ['id', 'bytes'],
      rows: rowsOf(900_000, 10).subarray(0, 115),
    });
    await expect(insert).rejects.toSatisfy((error) => errorCodeOf(error) === 33);
    expect(await clickhouse.query('SELECT count() AS rows FROM raw WHERE id >= 900000')).toEqual([
      { rows: 0 },
    ]);
  });

  it('accepts inserts in the formats of the client', async () => {
    await client.insert({ table: 'words', values: [{ id: 1, word: 'ä' }, { id: 2 }], format: 'JSONEachRow' });
    await client.insert({
      table: 'words',
      values: [[3, 'c']],
      format: 'JSONCompactEachRow',
      columns: ['id', 'word'],
    });
    await client.insert({
      table: 'words',
      values: Readable.from(['4,"d;d"\n', '5,e\n'], { objectMode: false }),
      format: 'CSV',
    });
    await client.command({
      query: "INSERT INTO words (id, word) VALUES (6, 'f'), (7, {word:String})",
      query_params: { word: 'g' },
    });
    await client.command({ query: 'INSERT INTO words SELECT number + 8, toString(number) FROM numbers(2)' });
    expect(await words(1, 9)).toEqual(
      ['ä', 'none', 'c', 'd;d', 'e', 'f', 'g', '0', '1'].map((word, at) => ({ id: at + 1, word })),
    );
  });

  it('accepts compressed inserts and returns compressed results', async () => {
    const compressing = createClient({
      ...clickhouseTransport(url),
      compression: { request: true, response: true },
    });
    await compressing.insert({ table: 'words', values: [{ id: 20, word: 'small' }], format: 'JSONEachRow' });
    const result = await compressing.query({
      query: 'SELECT number FROM numbers(300000)',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toHaveLength(300_000);
    await compressing.close();
    expect(await words(20, 20)).toEqual([{ id: 20, word: 'small' }]);
  });

  it('reports how much was read and written', async () => {
    const { summary } = await client.insert({
      table: 'words',
      values: [{ id: 30 }, { id: 31 }],
      format: 'JSONEachRow',
    });
    expect(summary).toMatchObject({ written_rows: '2' });
    const { response_headers } = await client.query({
      query: 'SELECT count() FROM raw WHERE NOT ignore(id)',
      format: 'JSON',
    });
    const header = JSON.parse(String(response_headers['x-clickhouse-summary'])) as { read_rows: string };
    expect(Number(header.read_rows)).toBeGreaterThan(0);
  });

  it.for([
    ['SELECT * FROM nowhere', 60],
    ['SELECT nothing FROM raw', 47],
    ['SELEC 1', 62],
    ['', 62],
    ['SELECT throwIf(1)', 395],
    ['DROP TABLE nowhere', 60],
  ] as const)('responds to %s with its error number', async ([query, code]) => {
    const error: unknown = await client.query({ query, format: 'JSONEachRow' }).then(
      (result) => result.json(),
      (caught: unknown) => caught,
    );
    expect(errorCodeOf(error)).toBe(code);
  });

  it('enforces the limits of a query', async () => {
    const limited = clickhouse.query('SELECT number FROM numbers(1000)', {}, { max_result_rows: '10' });
    await expect(limited).rejects.toSatisfy((error) => errorCodeOf(error) === 396);
    // For one query only: the next one has no limit.
    expect(await clickhouse.query('SELECT number FROM numbers(1000)')).toHaveLength(1_000);
  });

  atNight('streams three million rows', async () => {
    let rows = 0;
    for await (const block of clickhouse.stream<{ number: number }>('SELECT number FROM numbers(3000000)'))
      rows += block.length;
    expect(rows).toBe(3_000_000);
  });

  atNight('reports an error after rows were sent', async () => {
    const read = async (): Promise<void> => {
      for await (const _ of clickhouse.stream(
        'SELECT throwIf(number = 2500000), number FROM numbers(3000000)',
      ));
    };
    await expect(read()).rejects.toSatisfy((error) => errorCodeOf(error) === 395);
  });

  it('cancels a query whose reader disconnects', async () => {
    const mark = `marked${Date.now()}`;
    for await (const _ of clickhouse.stream(`SELECT number AS ${mark} FROM numbers(100000000000)`)) break;
    const abort = new AbortController();
    const counting = client.query({
      query: `SELECT count() AS ${mark} FROM numbers(1000000000000)`,
      abort_signal: abort.signal,
    });
    const running = async (): Promise<number> => {
      const rows = await clickhouse.query<{ rows: number }>(
        `SELECT count() AS rows FROM system.processes WHERE query LIKE '%mark%' AND position(query, {mark:String}) > 0 AND query NOT LIKE '%processes%'`,
        { mark },
      );
      return rows[0]?.rows ?? 0;
    };
    setTimeout(() => abort.abort(), 200);
    await expect(counting).rejects.toThrow(/abort/);
    await until(async () => (await running()) === 0, 'both queries have ended');
  });

  it('serves small queries while large ones run', async () => {
    const large = Array.from({ length: 4 }, () =>
      clickhouse.query('SELECT sleepEachRow(0.5) FROM numbers(5) SETTINGS max_block_size = 1'),
    );
    const startMs = performance.now();
    await clickhouse.query('SELECT 1');
    expect(performance.now() - startMs).toBeLessThan(timeLimit(2_000));
    expect(await clickhouse.ping()).toBe(true);
    await Promise.all(large);
  });

  it('runs statements other than SELECT', async () => {
    expect(await clickhouse.query("SHOW TABLES LIKE 'wor%'")).toEqual([{ name: 'words' }]);
    expect(await clickhouse.query('DESCRIBE TABLE words')).toHaveLength(2);
    expect(await clickhouse.query('EXISTS TABLE words')).toEqual([{ result: 1 }]);
    expect(await clickhouse.query('WITH 2 AS two SELECT two')).toEqual([{ two: 2 }]);
    const result = await client.query({
      query: "SELECT ' FORMAT CSV' AS text -- FORMAT TSV\n",
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ text: ' FORMAT CSV' }]);
  });
});
