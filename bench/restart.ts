import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { benchSecrets } from './harness/bench-secrets.ts';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { buckets, partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { MANY_PORTS_START_MS } from './live/many-ports.ts';
import { waitFor } from './live/server.ts';
import { residentMib } from './harness/process-memory.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { startProcess, startStores } from './harness/embedded-stores.ts';

const INSTANCES = Number(process.env['RESTART_INSTANCES'] ?? 1_000_000);
const ALARMS = 5;
const CUSTOMERS = 10;
const DEVICES = 100;
const PORTS = INSTANCES / ALARMS / CUSTOMERS / DEVICES;
const PARTITIONS = 2;
const WINDOW_SECONDS = 10;
/** Windows before the engine is killed for the first time. */
const WINDOWS = 6;
const RESTARTS = 3;
const CHECKPOINT_SECONDS = 5;
/** Messages that no checkpoint covers yet: those of the newest poll in both partitions, and a margin. */
const SETTLING_MESSAGES = 60;
const ROWS_PER_MESSAGE = 4_000;
const FILL_MS = 120_000;

const numbered = (what: string, at: number): string => `${what}-${String(at)}`;
const many = <Value>(count: number, of: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => of(at));

const network = () => ({
  customers: many(CUSTOMERS, (customer) => ({
    clientId: numbered('many', customer),
    name: numbered('Many', customer),
    sites: many(DEVICES, (site) => ({
      name: numbered('site', site),
      latitude: 45,
      longitude: site / 10,
      devices: [
        {
          name: numbered('router', site),
          address: `10.${String(customer)}.${String(site >> 8)}.${String(site & 255)}`,
          interfaces: many(PORTS, (port) => ({ name: numbered('ge', port) })),
        },
      ],
    })),
  })),
  cockpits: [
    {
      name: 'Lines',
      alarms: many(ALARMS, (alarm) => ({
        label: numbered('Load', alarm),
        kpi: 'itf_in_bps',
        threshold: 100_000 + alarm,
        severity: 'major',
        outliers: 3,
        measures: 5,
      })),
    },
  ],
});

const { rowBytes, offset } = layoutOf(samples);

function rowsOf(ports: readonly InterfaceEntry[], poll: number): Uint8Array {
  const bytes = new Uint8Array(ports.length * rowBytes);
  const view = new DataView(bytes.buffer);
  for (const [at, { id, customer, site }] of ports.entries()) {
    const row = at * rowBytes;
    view.setUint32(row + offset.customer, customer, true);
    view.setUint32(row + offset.site, site, true);
    view.setUint32(row + offset.element, id, true);
    view.setUint16(row + offset.counter, counters.in_octets.id, true);
    view.setBigInt64(row + offset.at, BigInt(MANY_PORTS_START_MS + poll * WINDOW_SECONDS * 1_000), true);
    view.setBigUint64(row + offset.value, BigInt(poll) * BigInt(100_000 + (id % 1_000) * 30), true);
  }
  return bytes;
}

async function publishPoll(bus: Bus, ports: readonly InterfaceEntry[], poll: number): Promise<void> {
  const publisher = bus.publisher();
  const at = MANY_PORTS_START_MS + poll * WINDOW_SECONDS * 1_000;
  const sent: Promise<unknown>[] = [];
  for (const [partition, own] of Map.groupBy(ports, ({ customer }) => partitionOf(customer, PARTITIONS)))
    for (let from = 0; from < own.length; from += ROWS_PER_MESSAGE) {
      const data = rowsOf(own.slice(from, from + ROWS_PER_MESSAGE), poll);
      const headers = headerOf(samples, { rows: data.length / rowBytes, first: at, last: at });
      sent.push(publisher.publish({ subject: subjectOf('samples', partition), data, headers }));
    }
  await Promise.all(sent);
}

const last = async (bus: Bus, stream: 'measures' | 'samples', partition: number): Promise<number> =>
  (await bus.lastMessage(streams[stream].name, subjectOf(stream, partition)))?.seq ?? 0;
const partitions = many(PARTITIONS, (partition) => partition);

/** Whether a checkpoint of each partition has read its stream up to this sequence. */
async function isCheckpointed(bus: Bus, targets: readonly number[]): Promise<boolean> {
  const positions = await bus.bucket(buckets.positions);
  for (const partition of partitions) {
    const entry = await positions.get(`samples.${String(partition)}.engine`);
    const position = entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
    if (position < (targets[partition] ?? 0)) return false;
  }
  return true;
}

const lastOfAll = (bus: Bus, stream: 'measures' | 'samples'): Promise<number[]> =>
  Promise.all(partitions.map((partition) => last(bus, stream, partition)));

async function kill(engine: ChildProcess): Promise<void> {
  const exit = once(engine, 'exit');
  engine.kill('SIGKILL');
  await exit;
}

/** Starts an engine and waits until each partition has written measures. Returns the milliseconds that took. */
async function restart(bus: Bus, start: () => ChildProcess): Promise<{ engine: ChildProcess; ms: number }> {
  const before = await lastOfAll(bus, 'measures');
  const fromMs = performance.now();
  const engine = start();
  await waitFor('the first decision', async () =>
    (await lastOfAll(bus, 'measures')).every((seq, partition) => seq > (before[partition] ?? 0)),
  );
  return { engine, ms: performance.now() - fromMs };
}

/** Imports the network and returns its ports. */
async function fill(url: string): Promise<readonly InterfaceEntry[]> {
  const db = openPostgres(url);
  await importNetwork({ db, secrets: benchSecrets }, NetworkFile.parse(network()), { dryRun: false });
  const { customers, interfaces } = await loadInventory(db);
  await db.destroy();
  const own = [...customers.values()].filter(({ clientId }) => clientId.startsWith('many'));
  const ids = new Set(own.map(({ id }) => id));
  return [...interfaces.values()].filter(({ customer }) => ids.has(customer));
}

/** Several times: waits for the checkpoints of an engine, kills it, and measures the start of the next one. */
async function restarts(
  bus: Bus,
  ports: readonly InterfaceEntry[],
  start: () => ChildProcess,
): Promise<{ readonly times: readonly number[]; readonly mib: number }> {
  let engine = start();
  try {
    let poll = 0;
    for (; poll < WINDOWS; poll += 1) await publishPoll(bus, ports, poll);
    const times: number[] = [];
    let mib = 0;
    for (let round = 0; round < RESTARTS; round += 1) {
      // The newest polls are not settled yet: the position of a checkpoint is before them.
      const targets = (await lastOfAll(bus, 'samples')).map((seq) => seq - SETTLING_MESSAGES);
      await systemClock.wait(CHECKPOINT_SECONDS * 1_000 + 1_000);
      await publishPoll(bus, ports, poll++);
      await waitFor('the checkpoint', () => isCheckpointed(bus, targets), FILL_MS);
      mib = residentMib(engine.pid ?? 0, 'VmRSS');
      await kill(engine);
      await publishPoll(bus, ports, poll++);
      const restarted = await restart(bus, start);
      ({ engine } = restarted);
      times.push(restarted.ms / 1_000);
    }
    return { times, mib };
  } finally {
    await kill(engine);
  }
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = stores.endpoints;
  await prepareStores(stores.endpoints);
  const ports = await fill(DATABASE_URL);
  const bus = await openBus(NATS_URL, 'bench');
  const start = (): ChildProcess =>
    startProcess('engine/main.ts', {
      CLICKHOUSE_URL,
      DATABASE_URL,
      NATS_URL,
      PARTITIONS: String(PARTITIONS),
      WINDOW_SECONDS: String(WINDOW_SECONDS),
      WINDOW_LATENESS_SECONDS: '1',
      CHECKPOINT_SECONDS: String(CHECKPOINT_SECONDS),
    });
  try {
    const { times, mib } = await restarts(bus, ports, start);
    const name = `restart with ${String(ports.length * ALARMS)} alarm instances`;
    const value = quantile(times, 0.5);
    return [
      { name: `${name}: to the first decision of every partition`, value, unit: 's', samples: times },
      { name: `${name}: memory of the engine`, value: mib, unit: 'MiB', samples: [mib] },
    ];
  } finally {
    await bus.close();
    await stores.close();
  }
}

/** An engine with very many alarm instances killed and started again. */
export const restartBench = { name: 'restart', run };
