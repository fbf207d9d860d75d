import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { flows } from '#schemas/table/flows.ts';
import { migrations } from '#schemas/table/migrations.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';
import { oneBlock } from '#ingest/writer/insert-range.ts';
import { afterOrigin, deviceCounters } from './fleet/counters.ts';
import { buildFleet } from './fleet/fleet.ts';
import { neighboursOf } from './fleet/flows.ts';
import type { KnownDevice } from './fleet/history-elements.ts';
import { flowRows } from './fleet/history-flows.ts';
import { samplesAt } from './fleet/history-samples.ts';
import { incidentScript } from './fleet/incidents.ts';
import { defaultFleet } from './fleet/model.ts';
import type { BenchResult } from './result.ts';
import { startStores } from './writer-stores.ts';

/** An hour of 200 routers, exported every ten seconds and polled every minute. */
const HOUR_S = 3_600;
const EXPORT_S = 10;
const POLL_S = 60;
const FLOWS_PER_EXPORT = 20;
/** Columns that are named: the dearest ones. */
const NAMED = 6;

/** The fleet with numbers as an inventory would give them. */
function polledFleet() {
  const fleet = buildFleet(defaultFleet);
  const script = incidentScript(fleet);
  const customers = new Map(fleet.customerList.map(({ clientId }, at) => [clientId, at + 1]));
  const known = fleet.devices.map((device): KnownDevice => ({
    device,
    customer: customers.get(device.customer) ?? 0,
    site: 100 + device.index,
    id: 1_000 + device.index,
    ports: new Map(device.ports.map(({ index }) => [index, 10_000 + 10 * device.index + index])),
  }));
  const devices = known.map((one) => ({
    known: one,
    counters: deviceCounters(one.device, script[one.device.index] ?? [], fleet.seed),
  }));
  const sites = new Map(known.map(({ device, site }) => [device.index, site]));
  const history = {
    seed: fleet.seed,
    neighbours: neighboursOf(fleet),
    sites,
    flowsPerInterval: FLOWS_PER_EXPORT,
  };
  return { devices, history };
}

const insert = (clickhouse: ClickHouse, table: Table, rows: readonly Uint8Array[]): Promise<void> =>
  clickhouse.insertRowBinary({
    table: table.name,
    columns: Object.keys(table.columns),
    rows,
    token: `${table.name}-bench`,
    settings: oneBlock,
  });

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
  const clickhouse = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await db.destroy();
  const { devices, history } = polledFleet();
  const endS = Math.floor(afterOrigin(Date.now()));
  const flowBodies: Uint8Array[] = [];
  const sampleBodies: Uint8Array[] = [];
  for (let t = endS - HOUR_S; t < endS; t += EXPORT_S) {
    flowBodies.push(flowRows(history, devices, { fromS: t, toS: t + EXPORT_S }).bytes);
    if (t % POLL_S < EXPORT_S) sampleBodies.push(samplesAt(devices, t).slice());
  }
  await insert(clickhouse, flows, flowBodies);
  await insert(clickhouse, samples, sampleBodies);
  const results: BenchResult[] = [];
  for (const table of ['flows', 'flows_5m', 'flows_1h', 'samples'])
    results.push(...(await bytesPerRow(clickhouse, table)));
  await clickhouse.close();
  await stores.close();
  return results;
}

/** Bytes on disk for a row of an hour of the demonstration network, by table and by column. */
export const storage = { name: 'storage', run };
