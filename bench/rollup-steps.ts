import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { startStores } from './harness/embedded-stores.ts';
import type { BenchResult } from './harness/result.ts';

const DAYS = 28;
const ELEMENTS = 50;
const KPIS = 4;
/** Traffic of a site: keys of flows, of which the first are active nearly always and the last hardly ever. */
const FLOW_KEYS = 500;
const SITES = 10;

/** A month of 5-minute values: octets of a line by day and night, a delay with noise, an availability that is nearly always 100. */
const insertMeasures = `INSERT INTO measures
  SELECT 1, element % 10, element, kpi, at, 300, 100 * numerator / denominator, numerator, denominator FROM (
    SELECT 1 + number % ${String(ELEMENTS)} AS element, 1 + intDiv(number, ${String(ELEMENTS)}) % ${String(KPIS)} AS kpi,
      toDateTime({from:UInt32} + 300 * intDiv(number, ${String(ELEMENTS * KPIS)}), 'UTC') AS at,
      multiIf(
        kpi <= 2, floor(3e9 * (1.2 + sin(toUnixTimestamp(at) / 13751)) * (0.5 + (cityHash64(number) % 1000) / 1000)),
        kpi = 3, round(20 + 5 * sin(toUnixTimestamp(at) / 13751) + (cityHash64(number) % 1000) / 100, 3),
        if(cityHash64(number) % 500 = 0, 240, 300)) AS numerator,
      multiIf(kpi <= 2, 3e10, kpi = 3, 1, 300) AS denominator
    FROM numbers({count:UInt64}))`;

const insertFlows = `INSERT INTO flows_5m
  SELECT 1, at, site, 1000 + site, 10 * site, 10 * site + 1, site, peer, application, if(application % 3 = 0, 17, 6), dscp, direction, 0,
    bytes, intDiv(bytes, 700) + 1, 1 + bytes % 7 FROM (
    SELECT toDateTime({from:UInt32} + 300 * intDiv(number, ${String(FLOW_KEYS * SITES)}), 'UTC') AS at,
      1 + number % ${String(SITES)} AS site, intDiv(number, ${String(SITES)}) % ${String(FLOW_KEYS)} AS key,
      1 + cityHash64(key, 1) % ${String(SITES)} AS peer, cityHash64(key, 2) % 150 AS application, (cityHash64(key, 3) % 4) * 8 AS dscp,
      key % 2 AS direction, 1000 + cityHash64(number) % 4000000 AS bytes
    FROM numbers({count:UInt64}) WHERE cityHash64(number, 9) % 1000000 < 1000000 * least(1, 20 / (1 + key)))`;

interface Stored {
  readonly bytes: number;
  readonly rows: number;
}

/** Bytes and rows of a table whose parts are merged. */
async function storedOf(clickhouse: ClickHouse, name: string): Promise<Stored> {
  await clickhouse.command(`OPTIMIZE TABLE ${name} FINAL`);
  const [found] = await clickhouse.query<Stored>(
    'SELECT sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts WHERE active AND database = currentDatabase() AND table = {name:String}',
    { name },
  );
  return found ?? { bytes: 0, rows: 0 };
}

/** A rollup like the hourly one of the product whose hours are cut for every customer. */
async function createLike(clickhouse: ClickHouse, table: string, minutes: number): Promise<void> {
  const name = `${table}_${String(minutes)}m`;
  const [view] = await clickhouse.query<{ sql: string }>(
    'SELECT as_select AS sql FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
    { name: `${table}_1h_view` },
  );
  await clickhouse.command(`CREATE TABLE ${name} AS ${table}_1h`);
  const select = (view?.sql ?? '').replaceAll(/greatest\(1, joinGet\([^)]*\)\)/g, String(60 / minutes));
  await clickhouse.command(`CREATE MATERIALIZED VIEW ${name}_view TO ${name} AS ${select}`);
}

/** Inserts full days one after the other. */
async function fill(clickhouse: ClickHouse, sql: string, rowsPerDay: number): Promise<void> {
  const startOfDay = Math.floor(Date.now() / 86_400_000) * 86_400 - (DAYS - 1) * 86_400;
  for (let day = 0; day < DAYS; day += 1)
    await clickhouse.command(sql, { from: startOfDay + day * 86_400, count: rowsPerDay });
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { CLICKHOUSE_URL, DATABASE_URL } = stores.endpoints;
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  const db = openPostgres(DATABASE_URL);
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await db.destroy();
  const results: BenchResult[] = [];
  const tables = {
    measures: { days: DAYS * ELEMENTS * KPIS, unit: 'bytes a day of a value' },
    flows: { days: DAYS * SITES, unit: 'bytes a day of a site' },
  } as const;
  const cut = Object.keys(tables).flatMap((of) => [30, 15].map((minutes) => [of, minutes] as const));
  for (const [of, minutes] of cut) await createLike(clickhouse, of, minutes);
  await fill(clickhouse, insertMeasures, 288 * ELEMENTS * KPIS);
  await fill(clickhouse, insertFlows, 288 * FLOW_KEYS * SITES);
  for (const [of, { days, unit }] of Object.entries(tables))
    for (const step of ['1d', '1h', '30m', '15m']) {
      const { bytes, rows } = await storedOf(clickhouse, `${of}_${step}`);
      const name = `${of}_${step}: ${String(rows)} rows of ${(bytes / rows).toFixed(1)} bytes`;
      results.push({ name, unit, value: bytes / days, samples: [bytes / days] });
    }
  await clickhouse.close();
  await stores.close();
  return results;
}

/** Bytes of rollups by the length of their steps. */
export const rollupStepsBench = { name: 'rollup-steps', run };
