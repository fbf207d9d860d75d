import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { flows } from '#schemas/table/flows.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import { samples } from '#schemas/table/samples.ts';
import type { Table } from '#schemas/table/table.ts';
import { singleBlockSettings } from '#ingest/writer/range/insert-range.ts';
import { afterOrigin, deviceCounters } from '#demo/counters.ts';
import { buildFleet } from '#demo/fleet.ts';
import { neighboursOf } from '#demo/flows.ts';
import type { KnownDevice } from '#demo/history/history-elements.ts';
import { flowRows } from '#demo/history/history-flows.ts';
import { polled, samplesAt } from '#demo/history/history-samples.ts';
import { incidentScript } from '#demo/incidents.ts';
import { defaultFleet } from '#demo/model.ts';
import { HOUR_S } from '#schemas/time/duration.ts';

const EXPORT_S = 10;
const POLL_S = 60;
const FLOWS_PER_EXPORT = 20;
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
    classes: new Map(),
    single: new Map(),
  }));
  const devices = known.map((one) =>
    polled(one, deviceCounters(one.device, script[one.device.index] ?? [], fleet.seed)),
  );
  const sites = new Map(known.map(({ device, site }) => [device.index, site]));
  const history = {
    seed: fleet.seed,
    neighbours: neighboursOf(fleet),
    sites,
    flowsPerInterval: FLOWS_PER_EXPORT,
    flowsPerSecond: FLOWS_PER_EXPORT / EXPORT_S,
  };
  return { devices, history };
}

const insert = (clickhouse: ClickHouse, table: Table, rows: readonly Uint8Array[]): Promise<void> =>
  clickhouse.insertRowBinary({
    table: table.name,
    columns: Object.keys(table.columns),
    rows,
    token: `${table.name}-bench`,
    settings: singleBlockSettings,
  });

/** An empty store with every table, and in it an hour of the demonstration network. */
export async function openWithAnHour({ CLICKHOUSE_URL, DATABASE_URL }: Endpoints): Promise<ClickHouse> {
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  const db = openPostgres(DATABASE_URL);
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await db.destroy();
  const { devices, history } = polledFleet();
  const endS = Math.floor(afterOrigin(Date.now()));
  const flowBodies: Uint8Array[] = [];
  const sampleBodies: Uint8Array[] = [];
  for (let t = endS - HOUR_S; t < endS; t += EXPORT_S) {
    flowBodies.push(flowRows(history, devices, { fromS: t, toS: t + EXPORT_S }).flows.bytes);
    if (t % POLL_S < EXPORT_S) sampleBodies.push(samplesAt(devices, t).slice());
  }
  await insert(clickhouse, flows, flowBodies);
  await insert(clickhouse, samples, sampleBodies);
  return clickhouse;
}
