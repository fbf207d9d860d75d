import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { PolledDevice } from '#schemas/collector/polled-device.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { samples } from '#schemas/table/samples.ts';
import { benchKey } from './harness/bench-secrets.ts';
import { residentMib } from './harness/process-memory.ts';
import type { BenchResult } from './harness/result.ts';
import { measureCapacity, pin } from './snmp-poll/capacity.ts';
import { preparePolls } from './snmp-poll/network.ts';
import { allPolled, totalPolls, untilPolled } from './snmp-poll/polled.ts';
import { measureSpine, spineMissing } from './snmp-poll/spine.ts';
import { walkSeconds } from './snmp-poll/walk.ts';
import { startProcess, startStores, stopProcess } from './harness/embedded-stores.ts';
import { cpuSecondsOf } from './harness/process-cpu.ts';

/** Fewer devices at a shorter interval on a shared machine: the cost of a poll is the same. */
const DEVICES = Number(process.env['SNMP_DEVICES'] ?? 2_000);
/** Devices of the specified figure. */
const PROMISED_DEVICES = 2_000;
const INTERVAL_S = 300;
/** The measurement polls five times as often. */
const BENCH_INTERVAL_S = Number(process.env['SNMP_INTERVAL_SECONDS'] ?? 60);
const WALKED = 100;
/** `SNMP_CAPACITY=12,10,8,6`: measures only how many devices one core polls in time at these intervals in seconds. */
const CAPACITY = (process.env['SNMP_CAPACITY'] ?? '').split(',').filter(Boolean).map(Number);

async function startAgents(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(new URL('snmp-poll/agents.ts', import.meta.url), [String(DEVICES)], { execArgv: [] });
  const [message] = (await once(child, 'message')) as [{ readonly port: number }];
  return { child, port: message.port };
}

interface Measured {
  /** CPU-seconds of one poll of one device. */
  readonly perPoll: number;
  readonly unanswered: number;
  readonly faults: number;
  readonly rowsPerPoll: number;
  readonly residentMb: number;
}

const faultsOf = (devices: readonly PolledDevice[]): number =>
  devices.flatMap(({ faults }) => Object.values(faults)).reduce((sum, count) => sum + count, 0);

/** Counts the rows published to the stream from now on. */
function countRows(bus: Bus, signal: AbortSignal): () => number {
  let bytes = 0;
  bus.subscribe(
    streams.samples.subjects[0],
    ({ data }) => {
      bytes += data.length;
    },
    { signal },
  );
  return () => bytes / layoutOf(samples).rowBytes;
}

async function measure(bus: Bus, poller: ChildProcess): Promise<Measured> {
  // The first poll of a device discovers its ports too.
  const before = await allPolled(bus, DEVICES);
  const stop = new AbortController();
  const rows = countRows(bus, stop.signal);
  const cpuBefore = cpuSecondsOf(poller.pid ?? 0);
  const after = await untilPolled(bus, (all) => totalPolls(all) >= totalPolls(before) + 2 * DEVICES);
  const polled = totalPolls(after) - totalPolls(before);
  const measured = {
    perPoll: (cpuSecondsOf(poller.pid ?? 0) - cpuBefore) / polled,
    unanswered: after.filter(({ respondedAt }) => respondedAt === 0).length,
    faults: faultsOf(after),
    rowsPerPoll: rows() / polled,
    residentMb: residentMib(poller.pid ?? 0, 'VmRSS'),
  };
  stop.abort();
  return measured;
}

const one = (name: string, unit: string, value: number): BenchResult => ({
  name,
  value,
  unit,
  samples: [value],
});

/** CPU time of 1,000 devices, compared with Cacti's spine on the same agents. */
async function comparedWithSpine(perPoll: number, agentPort: number): Promise<readonly BenchResult[]> {
  const missing = spineMissing();
  if (missing !== undefined) {
    console.log(`${missing} is missing: no figure of cacti-spine`);
    return [];
  }
  const {
    perPoll: spine,
    databasePerPoll,
    stored,
    desired,
  } = await measureSpine({ devices: WALKED, agentPort });
  const adjacent = one('a poll of 1,000 devices', 'CPU-s', 1_000 * perPoll);
  const compared = (peer: string, seconds: number): BenchResult => ({
    ...adjacent,
    peer,
    peerValue: 1_000 * seconds,
    ratio: perPoll / seconds,
  });
  return [
    compared('cacti-spine, without its database', spine),
    compared('cacti-spine and MariaDB', spine + databasePerPoll),
    one('values that spine missed', '%', (100 * (desired - stored)) / desired),
  ];
}

async function measureCost(
  bus: Bus,
  env: Readonly<Record<string, string>>,
  agentPort: number,
): Promise<readonly BenchResult[]> {
  const poller = startProcess('ingest/snmp/main.ts', {
    ...env,
    POLL_INTERVAL_SECONDS: String(BENCH_INTERVAL_S),
  });
  try {
    const { perPoll, unanswered, faults, rowsPerPoll, residentMb: mb } = await measure(bus, poller);
    await stopProcess(poller);
    const walk = await walkSeconds(WALKED, agentPort);
    const peer = walk === undefined ? {} : { peer: 'snmpbulkwalk', peerValue: walk, ratio: perPoll / walk };
    return [
      one(
        '2,000 devices × 24 ports every 5 min',
        '% of a core',
        (100 * PROMISED_DEVICES * perPoll) / INTERVAL_S,
      ),
      one('devices that one core sustains every 5 min', 'devices', INTERVAL_S / perPoll),
      { ...one('poll of a device of 24 ports', 'CPU-s', perPoll), ...peer },
      ...(await comparedWithSpine(perPoll, agentPort)),
      one(`poller of ${String(DEVICES)} devices`, 'MiB resident', mb),
      one('values of a poll', 'rows', rowsPerPoll),
      one('devices never answered', 'devices', unanswered),
      one('faults in polls', 'faults', faults),
    ];
  } finally {
    await stopProcess(poller);
  }
}

async function run(): Promise<readonly BenchResult[]> {
  // Processes started from here on run on the other core than the poller.
  if (CAPACITY.length > 0) pin(process.pid, 1);
  const [stores, agents] = await Promise.all([startStores(), startAgents()]);
  const { NATS_URL, DATABASE_URL } = stores.endpoints;
  await preparePolls(stores.endpoints, DEVICES, agents.port);
  const bus = await openBus(NATS_URL, 'bench');
  const env = { NATS_URL, DATABASE_URL, ...benchKey, SNMP_ALLOWED_NETWORKS: '127.0.0.0/8' };
  try {
    if (CAPACITY.length > 0)
      return await measureCapacity({ bus, devices: DEVICES, agents: agents.child, env }, CAPACITY);
    return await measureCost(bus, env, agents.port);
  } finally {
    agents.child.disconnect();
    await bus.close();
    await stores.close();
  }
}
/**
 * CPU cost of polling a large network, on loopback agents in another process: 15 values of each of 24 ports, on schedule,
 * into the stream. snmpbulkwalk walks both interface tables and prints them; Cacti's spine gets the same 15 values of each
 * port, 60 per request, and writes them into MariaDB.
 */
export const snmpPoll = { name: 'snmp-poll', run };
