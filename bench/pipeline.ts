import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { dropsOfPort } from '#platform/udp/proc-drops.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { RECORDS } from './flow-decode/packets.ts';
import { sendPackets } from './flow-decode/sender.ts';
import { childOf, cpuSecondsOf } from './harness/process-cpu.ts';
import { residentMib } from './harness/process-memory.ts';
import type { BenchResult } from './harness/result.ts';
import { startProcess, startStores, stopProcess } from './harness/embedded-stores.ts';

/** Records a second that are offered, one rate after the other until the first that loses something or does not keep up. */
const RATES = (process.env['PIPELINE_RATES'] ?? '100000,150000,200000,250000,300000,350000')
  .split(',')
  .map(Number);
const SECONDS = Number(process.env['PIPELINE_SECONDS'] ?? 20);
const DRAIN_MS = 120_000;
/** A rate is kept up with when the last row is durable this soon after the last datagram. */
const BEHIND_MS = 5_000;
const PARTITIONS = '2';

const listening = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.on('message', (message: { kind: string; ports?: number[] }) => {
      if (message.kind === 'ports') resolve(message.ports?.[0] ?? 0);
    });
  });

/** The rollups follow the raw table within an insert: a row is counted when the last of them has it. */
const rowsIn = async (clickhouse: ClickHouse): Promise<number> =>
  (await clickhouse.query<{ rows: number }>('SELECT sum(flows) AS rows FROM flows_1d'))[0]?.rows ?? 0;

/** Waits until the table has them or stops growing; returns the rows and the time of the last one. */
async function settled(clickhouse: ClickHouse, expected: number): Promise<{ rows: number; atMs: number }> {
  const deadline = performance.now() + DRAIN_MS;
  let rows = await rowsIn(clickhouse);
  let atMs = performance.now();
  let same = 0;
  while (rows < expected && same < 24 && performance.now() < deadline) {
    await systemClock.wait(250);
    const now = await rowsIn(clickhouse);
    same = now === rows ? same + 1 : 0;
    if (now !== rows) atMs = performance.now();
    rows = now;
  }
  return { rows, atMs };
}

/** Process of every tier. */
interface Tiers {
  readonly port: number;
  readonly clickhouse: ClickHouse;
  readonly processes: Readonly<Record<string, number>>;
}

interface Round {
  readonly offered: number;
  readonly records: number;
  readonly lost: number;
  /** Datagrams that the kernel dropped because the collector did not come round to reading: losses before the socket's end. */
  readonly dropped: number;
  readonly perSecond: number;
  /** From the last datagram to the last durable row. */
  readonly behindMs: number;
  /** Of the collector, since its start. */
  readonly mostMib: number;
  /** By tier, the sender among them. */
  readonly cpuPerMillion: Readonly<Record<string, number>>;
}

const dropsOf = async (port: number): Promise<number> => (await dropsOfPort(port, readFile)) ?? 0;

async function offer({ port, clickhouse, processes }: Tiers, offered: number): Promise<Round> {
  const before = await rowsIn(clickhouse);
  const droppedBefore = await dropsOf(port);
  const cpuBefore = Object.entries(processes).map(([tier, pid]) => [tier, pid, cpuSecondsOf(pid)] as const);
  const beganMs = performance.now();
  const perSecond = Math.round(offered / RECORDS);
  const sent = await sendPackets(port, { packets: perSecond * SECONDS, perSecond });
  const sentMs = performance.now();
  const { rows, atMs } = await settled(clickhouse, before + sent.records);
  const arrived = rows - before;
  const perMillion = (cpuSeconds: number): number => (cpuSeconds / arrived) * 1e6;
  return {
    offered,
    records: sent.records,
    lost: sent.records - arrived,
    dropped: (await dropsOf(port)) - droppedBefore,
    perSecond: arrived / ((atMs - beganMs) / 1_000),
    behindMs: atMs - sentMs,
    mostMib: residentMib(processes['collector'] ?? 0, 'VmHWM'),
    cpuPerMillion: {
      ...Object.fromEntries(
        cpuBefore.map(([tier, pid, used]) => [tier, perMillion(cpuSecondsOf(pid) - used)]),
      ),
      sender: perMillion(sent.cpuSeconds),
    },
  };
}

const keepsUp = ({ lost, behindMs }: Round): boolean => lost === 0 && behindMs < BEHIND_MS;

const line = ({ offered, records, lost, dropped, behindMs, mostMib }: Round): string =>
  `  offered ${String(offered)}/s, ${String(records)} records, lost ${String(lost)} (${String(dropped * RECORDS)} in datagrams that the kernel dropped), last row ${String(Math.round(behindMs))} ms behind, collector ${String(Math.round(mostMib))} MiB at most\n`;

async function rising(tiers: Tiers): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  // The kernel's buffer, while the collector is not scheduled, decides how much two busy cores lose.
  const buffer = readFileSync('/proc/sys/net/core/rmem_max', 'utf8').trim();
  process.stdout.write(`  net.core.rmem_max ${buffer}, ${String(SECONDS)} s at each rate\n`);
  for (const rate of RATES) {
    const round = await offer(tiers, rate);
    rounds.push(round);
    process.stdout.write(line(round));
    if (!keepsUp(round)) break;
  }
  return rounds;
}

function resultsOf(rounds: readonly Round[]): readonly BenchResult[] {
  const best = rounds.findLast(keepsUp) ?? rounds[0];
  if (best === undefined) return [];
  const one = (name: string, value: number, unit: string): BenchResult => ({
    name,
    value,
    unit,
    samples: [value],
  });
  return [
    {
      name: 'pipeline socket to durable row, kept up without loss',
      value: keepsUp(best) ? best.offered : 0,
      unit: 'records/s',
      samples: rounds.map(({ perSecond }) => perSecond),
    },
    one('pipeline memory of the collector, at most', best.mostMib, 'MiB'),
    ...Object.entries(best.cpuPerMillion).map(([tier, value]) =>
      one(`pipeline ${tier}`, value, 'CPU-s per million records'),
    ),
  ];
}

async function measure({
  CLICKHOUSE_URL,
  DATABASE_URL,
  NATS_URL,
  pid,
}: Endpoints & { readonly pid: number }): Promise<readonly BenchResult[]> {
  const env = { CLICKHOUSE_URL, DATABASE_URL, NATS_URL, PARTITIONS };
  const writer = startProcess('ingest/writer/main.ts', env);
  const collector = startProcess('ingest/flow/main.ts', {
    ...env,
    NETFLOW_PORT: '0',
    IPFIX_PORT: '0',
    SFLOW_PORT: '0',
  });
  const clickhouse = openClickHouse(CLICKHOUSE_URL);
  try {
    const port = await listening(collector);
    const processes = {
      collector: collector.pid ?? 0,
      nats: childOf(pid, 'nats-server'),
      writer: writer.pid ?? 0,
      clickhouse: childOf(pid, 'clickhouse/main.ts'),
    };
    return resultsOf(await rising({ port, clickhouse, processes }));
  } finally {
    await stopProcess(collector);
    await stopProcess(writer);
    await clickhouse.close();
  }
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  try {
    await prepareStores(stores.endpoints);
    return await measure({ ...stores.endpoints, pid: stores.pid });
  } finally {
    await stores.close();
  }
}

/** From a UDP socket through every tier to a durable row with its rollups, on this machine. */
export const pipeline = { name: 'pipeline', run };
