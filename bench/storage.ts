import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { BenchResult } from './harness/result.ts';
import { openWithAnHour } from './harness/storage-rows.ts';
import { startStores } from './harness/embedded-stores.ts';

/** Columns that are named: the dearest ones. */
const NAMED = 6;

interface Stored {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Compressed bytes a row of a table whose parts are merged, in all and for its dearest columns. */
async function bytesPerRow(clickhouse: ClickHouse, table: string): Promise<readonly BenchResult[]> {
  await clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`);
  const ofTable = `WHERE active AND database = currentDatabase() AND table = '${table}'`;
  const [whole] = await clickhouse.query<Stored>(
    `SELECT table AS name, sum(data_compressed_bytes) AS bytes, sum(rows) AS rows FROM system.parts ${ofTable} GROUP BY table`,
  );
  // Small parts keep their columns in one file, which says nothing of each.
  const columns = await clickhouse.query<Stored>(`
    SELECT column AS name, sum(column_data_compressed_bytes) AS bytes, sum(rows) AS rows FROM system.parts_columns
    ${ofTable} AND part_type = 'Wide' GROUP BY column ORDER BY bytes DESC LIMIT ${String(NAMED)}`);
  const result = ({ name, bytes, rows }: Stored): BenchResult => ({
    name,
    unit: 'bytes/row',
    value: bytes / rows,
    samples: [bytes / rows],
  });
  return [
    ...(whole === undefined ? [] : [result({ ...whole, name: `${table}: ${String(whole.rows)} rows` })]),
    ...columns.map((column) => result({ ...column, name: `  ${table}.${column.name}` })),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const clickhouse = await openWithAnHour(stores.endpoints);
  const results: BenchResult[] = [];
  for (const table of ['flows', 'flows_5m', 'flows_1h', 'samples'])
    results.push(...(await bytesPerRow(clickhouse, table)));
  await clickhouse.close();
  await stores.close();
  return results;
}

/** Bytes on disk for a row of an hour of the demonstration network, by table and by column. */
export const storage = { name: 'storage', run };
