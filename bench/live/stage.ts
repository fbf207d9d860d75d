import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { benchKey, benchSecrets } from '../bench-secrets.ts';
import { openBus } from '#platform/bus/bus.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Endpoints } from '#platform/embedded/endpoints.ts';
import { importNetwork } from '#platform/inventory/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { addAccount, signIn } from '../event-to-pixel/account.ts';
import { startProcess, stopProcess } from '../writer-stores.ts';
import { inventoryOf } from './many-ports.ts';
import type { ManyPorts } from './many-ports.ts';

const PATIENCE_MS = 60_000;

const network = (sites: number) => ({
  customers: [
    {
      clientId: 'bench',
      name: 'Bench',
      sites: Array.from({ length: sites }, (_, at) => ({
        name: `Site ${String(at)}`,
        latitude: 40 + (at % 100) / 10,
        longitude: at / 100,
      })),
    },
  ],
});

/** Waits until `holds`; says what did not happen otherwise. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in time`);
    await systemClock.wait(20);
  }
}

/** Where the server listens, as it tells its parent. */
export const listening = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    server.on('message', (message: { readonly kind: string; readonly url: string }) => {
      if (message.kind === 'listening') resolve(message.url);
    });
    server.once('exit', () => {
      reject(new Error('the server did not start'));
    });
  });

/** MiB that a process holds in memory now (`VmRSS`), or held at most so far (`VmHWM`; Linux, proc(5)). */
export function residentMib(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${String(pid)}/status`, 'utf8'),
  );
  return Number(found?.[1] ?? 0) / 1_024;
}

/** An engine process of its own over this inventory, on partitions of its own. */
export async function startEngine(
  natsUrl: string,
  setting: Readonly<Record<string, unknown>>,
): Promise<{ readonly child: ChildProcess; readonly close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-live-'));
  const file = join(directory, 'configuration');
  writeFileSync(file, serialize(setting));
  const script = new URL('../../tests/scenario/engine-process.ts', import.meta.url);
  const child = fork(script, [natsUrl, file, 'engine'], { execArgv: [] });
  await once(child, 'message');
  return {
    child,
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface Stage {
  readonly bus: Bus;
  readonly many: ManyPorts;
  readonly url: string;
  readonly cookie: string;
  readonly server: ChildProcess;
  /** Kills the engine and starts another one of the same name. */
  restartEngine(): Promise<void>;
  close(): Promise<void>;
}

export interface StageNeeds {
  /** Stores with the product's tables and streams, and the key that their secrets stand sealed with when it is not that of the benches. */
  readonly endpoints: Omit<Endpoints, 'pid'> & { readonly SECRETS_KEY?: string };
  readonly sites: number;
  readonly ports: number;
  readonly alarms: readonly AlarmDefinition[];
  readonly windowSeconds: number;
}

/** One customer with many ports: a real engine that decides on them and a real server that shows what runs. */
export async function openStage(needs: StageNeeds): Promise<Stage> {
  const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL, SECRETS_KEY = benchKey.SECRETS_KEY } = needs.endpoints;
  const db = openPostgres(DATABASE_URL);
  await importNetwork({ db, secrets: benchSecrets }, NetworkFile.parse(network(needs.sites)), {
    dryRun: false,
  });
  const customer = await addAccount(DATABASE_URL);
  const { sites } = await loadInventory(db);
  await db.destroy();
  const many = { customer, sites: [...sites.values()], ports: needs.ports };
  const bus = await openBus(NATS_URL, 'bench');
  const setting = {
    inventory: inventoryOf(many),
    alarms: needs.alarms,
    windowSeconds: needs.windowSeconds,
    latenessMs: 1_000,
    checkpointMs: 30_000,
  };
  let engine = await startEngine(NATS_URL, setting);
  const stores = { CLICKHOUSE_URL, DATABASE_URL, NATS_URL };
  const server = startProcess('console/server/main.ts', { ...stores, SECRETS_KEY, PORT: '0' });
  const url = await listening(server);
  await eventually('readiness', async () => (await fetch(`${url}/health/ready`)).ok);
  return {
    bus,
    many,
    url,
    cookie: await signIn(url),
    server,
    async restartEngine() {
      await engine.close();
      engine = await startEngine(NATS_URL, setting);
    },
    async close() {
      await stopProcess(server);
      await engine.close();
      await bus.close();
    },
  };
}
