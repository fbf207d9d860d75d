import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { prepareStores } from './a-network.ts';
import { RECORDS } from './flow-decode/packets.ts';
import type { BenchResult } from './result.ts';
import { cpuSeconds, startProcess, startStores, stopProcess } from './writer-stores.ts';

const PACKETS = 120_000;
/** Datagrams a second offered; what is sustained is what the result says. */
const OFFERED = 6_000;
const DRAIN_MS = 120_000;
const send = new URL('flow-decode/send.ts', import.meta.url).pathname;

const listening = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.on('message', (message: { kind: string; ports?: number[] }) => {
      if (message.kind === 'ports') resolve(message.ports?.[0] ?? 0);
    });
  });

const rowsIn = async (clickhouse: ClickHouse): Promise<number> =>
  (await clickhouse.query<{ rows: number }>('SELECT count() AS rows FROM flows'))[0]?.rows ?? 0;

/** Waits until the table no longer grows; answers the rows and when the last came. */
async function settled(clickhouse: ClickHouse, expected: number): Promise<{ rows: number; atMs: number }> {
  const deadline = performance.now() + DRAIN_MS;
  let rows = 0;
  let atMs = performance.now();
  let same = 0;
  while (rows < expected && same < 20 && performance.now() < deadline) {
    await systemClock.wait(250);
    const now = await rowsIn(clickhouse);
    same = now === rows ? same + 1 : 0;
    if (now !== rows) atMs = performance.now();
    rows = now;
  }
  return { rows, atMs };
}

async function measure(
  env: Readonly<Record<string, string>>,
  clickhouse: ClickHouse,
): Promise<readonly BenchResult[]> {
  const writer = startProcess('ingest/writer/main.ts', env);
  const collector = startProcess('ingest/flow/main.ts', { ...env, NETFLOW_PORT: '0', IPFIX_PORT: '0' });
  const port = await listening(collector);
  const before = { collector: cpuSeconds(collector), writer: cpuSeconds(writer) };
  const beganMs = performance.now();
  await promisify(execFile)(process.execPath, [send, String(port), String(PACKETS), String(OFFERED)]);
  const expected = PACKETS * RECORDS;
  const { rows, atMs } = await settled(clickhouse, expected);
  const rate = rows / ((atMs - beganMs) / 1000);
  const perMillion = (tier: 'collector' | 'writer', child: ChildProcess): BenchResult => {
    const value = ((cpuSeconds(child) - before[tier]) / rows) * 1e6;
    return { name: `pipeline ${tier}`, value, unit: 'CPU-s per million records', samples: [value] };
  };
  const results = [
    { name: 'pipeline socket to durable row', value: rate, unit: 'records/s', samples: [rate] },
    { name: 'pipeline records lost', value: expected - rows, unit: 'records', samples: [expected - rows] },
    perMillion('collector', collector),
    perMillion('writer', writer),
  ];
  await stopProcess(collector);
  await stopProcess(writer);
  return results;
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const clickhouse = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(stores.endpoints);
    const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = stores.endpoints;
    return await measure({ CLICKHOUSE_URL, DATABASE_URL, NATS_URL, PARTITIONS: '1' }, clickhouse);
  } finally {
    await clickhouse.close();
    await stores.close();
  }
}

/** From a UDP socket through every tier to a durable row with its rollups, on this machine. */
export const pipeline = { name: 'pipeline', run };
