import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ColumnType } from '#schemas/table/column.ts';
import { flows, flows5m } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';
import { childOf, cpuSecondsOf } from './harness/process-cpu.ts';
import type { BenchResult } from './harness/result.ts';
import { openWithAnHour } from './harness/storage-rows.ts';
import { startStores } from './harness/embedded-stores.ts';

/** Of which columns, `table.column`; all when empty. */
const SELECTED = (process.env['CODECS_OF'] ?? '').split(',').filter((name) => name !== '');
const SCANS = 3;
/** Number of values; the column repeats where the table has fewer: CPU is counted in ticks of 10 ms. */
const VALUES = 4_000_000;
/** One thread and few blocks, to measure only the codec. */
const alone = {
  max_threads: 1,
  max_insert_threads: '1',
  max_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '0',
  optimize_on_insert: 0,
} as const;

const general = ['LZ4', 'ZSTD(1)', 'ZSTD(3)'];
const integerCodecs = [...general, 'T64, LZ4', 'T64, ZSTD(1)', 'Delta, LZ4', 'Delta, ZSTD(1)'];
/** What may suit a kind of column (ClickHouse documentation, "Column compression codecs"). */
const candidates: Partial<Record<ColumnType<unknown>['kind'], readonly string[]>> = {
  f64: [...general, 'Gorilla, LZ4', 'Gorilla, ZSTD(1)', 'Delta, ZSTD(1)'],
  ipv6: general,
  u8: [...general, 'T64, LZ4', 'T64, ZSTD(1)'],
  u16: [...general, 'T64, LZ4', 'T64, ZSTD(1)'],
};
const candidatesOf = ({ kind }: ColumnType<unknown>): readonly string[] =>
  candidates[kind] ?? [...integerCodecs, 'DoubleDelta, LZ4', 'DoubleDelta, ZSTD(1)'];

interface Figures {
  readonly codec: string;
  readonly bytes: number;
  readonly insertNs: number;
  readonly scanNs: number;
}

interface Column {
  readonly table: Table;
  readonly name: string;
  readonly type: ColumnType<unknown>;
  /** In the order in which the table keeps them. */
  readonly order: string;
}

const columnsOf = (table: Table): readonly Column[] =>
  Object.entries(table.columns).map(([name, type]) => ({
    table,
    name,
    type,
    order: table.orderBy.join(', '),
  }));

/** Measures as the engine would make them of these samples: a rate of every counter over two polls. */
const MEASURES = `INSERT INTO measures SELECT customer, site, element, counter AS kpi,
  toStartOfInterval(window, INTERVAL 1 MINUTE, 'UTC') AS at, 60 AS length, numerator / denominator AS value, numerator, denominator
  FROM (SELECT customer, site, element, counter, any(at) OVER following AS window,
    8 * (toFloat64(value) - any(value) OVER following) AS numerator,
    dateDiff('millisecond', any(at) OVER following, at) / 1000 AS denominator
    FROM samples WINDOW following AS (PARTITION BY customer, element, counter ORDER BY at ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING))
  WHERE denominator > 0`;

class Workbench {
  readonly #clickhouse: ClickHouse;
  readonly #pid: number;

  constructor(clickhouse: ClickHouse, pid: number) {
    this.#clickhouse = clickhouse;
    this.#pid = pid;
  }

  /** CPU-seconds of the store while it does this. */
  async #cpu(statement: string): Promise<number> {
    const before = cpuSecondsOf(this.#pid);
    await this.#clickhouse.command(statement, {}, alone);
    return cpuSecondsOf(this.#pid) - before;
  }

  /** The column by itself, in the order of its table, once for each codec. */
  async compare({ table, name, type, order }: Column): Promise<readonly Figures[]> {
    const drop = `DROP TABLE IF EXISTS codec_source SYNC`;
    await this.#clickhouse.command(drop);
    await this.#clickhouse.command(`CREATE TABLE codec_source (cell ${type.sql}) ENGINE = Memory`);
    const [{ rows } = { rows: 0 }] = await this.#clickhouse.query<{ readonly rows: number }>(
      `SELECT count() AS rows FROM ${table.name}`,
    );
    const fill = `INSERT INTO codec_source SELECT ${name} FROM ${table.name} ORDER BY ${order}`;
    for (let filled = 0; filled < VALUES && rows > 0; filled += rows)
      await this.#clickhouse.command(fill, {}, alone);
    await this.#clickhouse.command('CREATE TABLE IF NOT EXISTS codec_nowhere (cell UInt8) ENGINE = Null');
    const reading = await this.#cpu('SELECT count() FROM codec_source WHERE NOT ignore(cell) FORMAT Null');
    const figures: Figures[] = [];
    const now = type.codec ?? 'LZ4';
    for (const codec of new Set([now, ...candidatesOf(type)]))
      figures.push(await this.#measure(codec, type, reading));
    await this.#clickhouse.command(drop);
    return figures;
  }

  async #measure(codec: string, { sql }: ColumnType<unknown>, reading: number): Promise<Figures> {
    await this.#clickhouse.command('DROP TABLE IF EXISTS codec_target SYNC');
    await this.#clickhouse.command(
      `CREATE TABLE codec_target (cell ${sql} CODEC(${codec})) ENGINE = MergeTree ORDER BY tuple()
       SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0`,
    );
    await this.#clickhouse.command('SYSTEM STOP MERGES codec_target');
    const inserting = await this.#cpu('INSERT INTO codec_target SELECT cell FROM codec_source');
    let scanning = 0;
    for (let turn = 0; turn < SCANS; turn += 1)
      scanning += await this.#cpu('SELECT count() FROM codec_target WHERE NOT ignore(cell) FORMAT Null');
    const [stored] = await this.#clickhouse.query<{ readonly bytes: number; readonly rows: number }>(
      `SELECT sum(column_data_compressed_bytes) AS bytes, sum(rows) AS rows FROM system.parts_columns
       WHERE active AND database = currentDatabase() AND table = 'codec_target'`,
    );
    const { bytes, rows } = stored ?? { bytes: 0, rows: 1 };
    const nsOf = (seconds: number): number => (1e9 * Math.max(0, seconds)) / rows;
    return {
      codec,
      bytes: bytes / rows,
      insertNs: nsOf(inserting - reading),
      scanNs: nsOf(scanning / SCANS),
    };
  }
}

const ns = (value: number): string => `${value.toFixed(1)} ns`;

/** The codec in force first. */
const ofColumn = ({ table, name, type }: Column, figures: readonly Figures[]): readonly BenchResult[] =>
  figures.map(({ codec, bytes, insertNs, scanNs }, at) => ({
    name: `${at === 0 ? `${table.name}.${name}, now` : ' '} ${codec}${type.codec === undefined && at === 0 ? ' by default' : ''}: insert ${ns(insertNs)}, scan ${ns(scanNs)}`,
    unit: 'bytes/value',
    value: bytes,
    samples: [bytes],
  }));

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const clickhouse = await openWithAnHour(stores.endpoints);
  try {
    await clickhouse.command(MEASURES);
    const workbench = new Workbench(clickhouse, childOf(stores.pid, 'clickhouse'));
    const results: BenchResult[] = [];
    for (const column of [flows, flows5m, samples, measures].flatMap(columnsOf))
      if (SELECTED.length === 0 || SELECTED.includes(`${column.table.name}.${column.name}`))
        results.push(...ofColumn(column, await workbench.compare(column)));
    return results;
  } finally {
    await clickhouse.close();
    await stores.close();
  }
}

/**
 * Each column of the large tables in every codec that may suit it, by itself and in the order of its table: bytes a value, CPU
 * to insert and to read it.
 */
export const storageCodecs = { name: 'storage-codecs', run };
