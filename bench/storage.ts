import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { BenchResult } from './harness/result.ts';
import { openWithAnHour } from './harness/storage-rows.ts';
import { startStores } from './harness/embedded-stores.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';

/** Columns that are named: the dearest ones. */
const NAMED = 6;

/** Columns of fields that few exporters send. */
const detailColumns = [
  'egress_vpn',
  'mpls_label',
  'vlan',
  'post_vlan',
  'forwarding_status',
  ...Object.keys(detailedFlows.columns).filter((name) => !(name in flows.columns)),
];

/** A copy of the flows, each with the fields of a NAT gateway that knows users, and of a router with VLANs and MPLS. */
async function insertDetailed(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command('CREATE TABLE detailed_flows AS flows');
  const columns = Object.keys(flows.columns).filter((name) => !detailColumns.includes(name));
  await clickhouse.command(`INSERT INTO detailed_flows (${columns.join(', ')}, ${detailColumns.join(', ')})
    SELECT ${columns.join(', ')}, vpn + 1, 16 + cityHash64(destination) % 4000, 100 + exporter % 40, 200 + exporter % 40, 64,
      toIPv6(concat('203.0.113.', toString(cityHash64(source) % 8))), destination, 1024 + cityHash64(source, source_port) % 60000,
      destination_port, 1 + cityHash64(first) % 2, 2, 64500, reinterpretAsFixedString(toUInt64(64510 + cityHash64(destination) % 90)),
      concat('user', toString(cityHash64(source) % 500)), reinterpretAsFixedString(toUInt32(cityHash64(source) % 500)), source
    FROM flows`);
}

interface Stored {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Compressed bytes a row of a table whose parts are merged, in all and for its dearest columns, or for `named` ones. */
async function bytesPerRow(
  clickhouse: ClickHouse,
  table: string,
  named: readonly string[] = [],
): Promise<readonly BenchResult[]> {
  await clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`);
  const ofTable = `WHERE active AND database = currentDatabase() AND table = '${table}'`;
  const [full] = await clickhouse.query<Stored>(
    `SELECT table AS name, sum(data_compressed_bytes) AS bytes, sum(rows) AS rows FROM system.parts ${ofTable} GROUP BY table`,
  );
  // Small parts keep their columns in one file, which says nothing of each.
  const columns = await clickhouse.query<Stored>(`
    SELECT column AS name, sum(column_data_compressed_bytes) AS bytes, sum(rows) AS rows FROM system.parts_columns
    ${ofTable} AND part_type = 'Wide'${named.length === 0 ? '' : ` AND column IN (${named.map((name) => `'${name}'`).join(', ')})`}
    GROUP BY column ORDER BY bytes DESC LIMIT ${String(Math.max(NAMED, named.length))}`);
  const result = ({ name, bytes, rows }: Stored): BenchResult => ({
    name,
    unit: 'bytes/row',
    value: bytes / rows,
    samples: [bytes / rows],
  });
  return [
    ...(full === undefined || named.length > 0
      ? []
      : [result({ ...full, name: `${table}: ${String(full.rows)} rows` })]),
    ...columns.map((column) => result({ ...column, name: `  ${table}.${column.name}` })),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const clickhouse = await openWithAnHour(stores.endpoints);
  const results: BenchResult[] = [];
  for (const table of ['flows', 'flows_5m', 'flows_1h', 'samples'])
    results.push(...(await bytesPerRow(clickhouse, table)));
  // The same flows without details in the wider columns, then each with details.
  results.push(...(await bytesPerRow(clickhouse, 'flows', detailColumns)));
  await insertDetailed(clickhouse);
  results.push(...(await bytesPerRow(clickhouse, 'detailed_flows')));
  results.push(...(await bytesPerRow(clickhouse, 'detailed_flows', detailColumns)));
  await clickhouse.close();
  await stores.close();
  return results;
}

/** Bytes on disk for a row of an hour of the demonstration network, by table and by column. */
export const storage = { name: 'storage', run };
