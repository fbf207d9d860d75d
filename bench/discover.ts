import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { benchKey, benchSecrets } from './harness/bench-secrets.ts';
import { startProcess, startStores, stopProcess } from './harness/embedded-stores.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { cpuSecondsOf } from './harness/process-cpu.ts';
import { residentMib } from './harness/process-memory.ts';
import type { BenchResult } from './harness/result.ts';
import { waitFor } from './live/server.ts';
import { BENCH_COMMUNITY } from './snmp-poll/device.ts';

const AGENTS = 2_000;
const NETWORK = '127.8.0.0/16';
const ADDRESSES = 65_534;
const PATIENCE_MS = 600_000;
/** As an operator sets them for a network of their own: the defaults spare lines of customers. */
const OPTIONS = { concurrency: 500, packetsPerSecond: 5_000, timeoutMs: 500, retries: 1 };

async function startAgents(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = fork(new URL('discover/agents.ts', import.meta.url), [String(AGENTS)], { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return { child, port };
}

/** Queues a run as the console does. */
async function queueRun(db: Db, port: number): Promise<void> {
  const site = await db
    .selectFrom('network_element')
    .select(['id', 'customer_id'])
    .where('kind', '=', 'site')
    .executeTakeFirstOrThrow();
  const community = SnmpSettings.parse({ version: 'v2c', community: BENCH_COMMUNITY, port });
  const request = DiscoveryRequest.parse({
    site: site.id,
    ranges: [NETWORK],
    options: OPTIONS,
    credentials: [withSnmpSecrets(community, benchSecrets.seal)],
  });
  await db
    .insertInto('discovery_run')
    .values({
      customer_id: site.customer_id,
      site_id: site.id,
      request,
      repeat_of: null,
      progress: { addresses: ADDRESSES, queried: 0, found: 0, rejections: {}, rejected: [] },
      created_at: systemClock.now(),
      created_by: 'bench',
    })
    .execute();
}

async function measure(db: Db, child: ChildProcess, port: number): Promise<readonly BenchResult[]> {
  const pid = child.pid ?? 0;
  await queueRun(db, port);
  const fromMs = performance.now();
  const run = () => db.selectFrom('discovery_run').select(['state', 'progress']).executeTakeFirstOrThrow();
  await waitFor(
    'the discovery',
    async () => {
      await systemClock.wait(500);
      return !['queued', 'running'].includes((await run()).state);
    },
    PATIENCE_MS,
  );
  const tookMs = performance.now() - fromMs;
  const { state, progress } = await run();
  if (state !== 'finished') throw new Error(`the discovery is ${state}`);
  const { proposals } = await db
    .selectFrom('discovery_proposal')
    .select((is) => is.fn.countAll<string>().as('proposals'))
    .executeTakeFirstOrThrow();
  const name = `discover a /16 with ${String(AGENTS)} agents`;
  const one = (what: string, value: number, unit: string): BenchResult => ({
    name: `${name}: ${what}`,
    value,
    unit,
    samples: [value],
  });
  return [
    one('from queued to proposed', tookMs / 1_000, 's'),
    one('CPU', cpuSecondsOf(pid), 'CPU-s'),
    one('memory at most', residentMib(pid, 'VmHWM'), 'MiB'),
    one('devices found', progress.found, 'devices'),
    one('addresses queried', progress.queried, 'addresses'),
    one('proposals', Number(proposals), 'proposals'),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const [stores, agents] = await Promise.all([startStores(), startAgents()]);
  const { DATABASE_URL, NATS_URL } = stores.endpoints;
  const db = openPostgres(DATABASE_URL);
  const env = { DATABASE_URL, NATS_URL, ...benchKey, SNMP_ALLOWED_NETWORKS: '127.0.0.0/8' };
  try {
    await prepareStores(stores.endpoints);
    const child = startProcess('ingest/discovery/main.ts', env);
    try {
      return await measure(db, child, agents.port);
    } finally {
      await stopProcess(child);
    }
  } finally {
    agents.child.disconnect();
    await db.destroy();
    await stores.close();
  }
}

/** How long a /16 takes in which one address in thirty-two responds, over loopback. */
export const discoverBench = { name: 'discover', run };
