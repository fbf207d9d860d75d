import { openBus, type Bus } from '#platform/bus/bus.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { flows } from '#schemas/table/flows.ts';
import { migrations } from '#schemas/migrations/migrations.ts';
import type { BenchResult } from './harness/result.ts';
import { writerFlowRows } from './harness/writer-rows.ts';
import { startProcess, startStores, stopProcess } from './harness/embedded-stores.ts';
import { cpuSecondsOf } from './harness/process-cpu.ts';

const ROUNDS = 3;
const ROWS = 2_000_000;
/** About 63 KiB. */
const ROWS_PER_MESSAGE = 400;
const PARTITIONS = 2;
const PATIENCE_MS = 300_000;

/** Fills the stream, both partitions alike, before the writer is started. */
async function fill(bus: Bus): Promise<void> {
  const nowMs = Date.now();
  const bodies = Array.from({ length: 1_250 }, (_, seed) =>
    writerFlowRows(ROWS_PER_MESSAGE, { seed, nowMs }),
  );
  const publisher = bus.publisher(128);
  const headers = headerOf(flows, { rows: ROWS_PER_MESSAGE, first: nowMs, last: nowMs });
  const sent: Promise<unknown>[] = [];
  for (let at = 0; at * ROWS_PER_MESSAGE < ROWS; at += 1) {
    await publisher.room();
    const data = bodies[at % bodies.length] ?? new Uint8Array();
    sent.push(publisher.publish({ subject: subjectOf('flows', at % PARTITIONS), data, headers }));
  }
  await Promise.all(sent);
}

/** The last rollup shows the rows last. */
async function written(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.query<{ flows: number }>('SELECT sum(flows) AS flows FROM flows_1d');
  return row?.flows ?? 0;
}

interface Round {
  readonly rowsPerSecond: number;
  readonly rowsPerCpuSecond: number;
}

/** One stream of rows into empty tables: from the start of the writer until all of it is durable, rollups included. */
async function round(): Promise<Round> {
  const stores = await startStores();
  const { endpoints } = stores;
  const [bus, clickhouse, db] = [
    await openBus(endpoints.NATS_URL, 'bench'),
    openClickHouse(endpoints.CLICKHOUSE_URL),
    openPostgres(endpoints.DATABASE_URL),
  ];
  await runMigrations({ postgres: db, clickhouse, list: migrations });
  await db.destroy();
  await bus.ensureStreams(Object.values(streams));
  await fill(bus);
  const { CLICKHOUSE_URL, NATS_URL } = endpoints;
  const writer = startProcess('ingest/writer/main.ts', { CLICKHOUSE_URL, NATS_URL });
  try {
    const started = performance.now();
    const deadline = started + PATIENCE_MS;
    while ((await written(clickhouse)) < ROWS) {
      if (performance.now() > deadline) throw new Error('the writer did not finish');
      await systemClock.wait(100);
    }
    const seconds = (performance.now() - started) / 1_000;
    return { rowsPerSecond: ROWS / seconds, rowsPerCpuSecond: ROWS / cpuSecondsOf(writer.pid ?? 0) };
  } finally {
    await stopProcess(writer);
    await Promise.all([bus.close(), clickhouse.close()]);
    await stores.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >>> 1] ?? 0;

async function run(): Promise<readonly BenchResult[]> {
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at += 1) rounds.push(await round());
  const result = (name: string, unit: string, samples: readonly number[]): BenchResult => ({
    name,
    value: median(samples),
    unit,
    samples,
  });
  return [
    result(
      'writer, stream to durable rows and three rollups',
      'rows/s',
      rounds.map(({ rowsPerSecond }) => rowsPerSecond),
    ),
    result(
      'writer process',
      'rows/CPU-s',
      rounds.map(({ rowsPerCpuSecond }) => rowsPerCpuSecond),
    ),
  ];
}

/** Rows per second that the writer makes durable in the embedded ClickHouse, its start included. */
export const writerBench = { name: 'writer', run };
