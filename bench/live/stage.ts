import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { benchSecrets } from '../harness/bench-secrets.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { EngineReady } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { inventoryOf, type ManyPorts } from './many-ports.ts';
import { startBenchServer, type ServerStores } from './server.ts';

/** As server and engine have it by default. */
const PARTITIONS = 2;

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

/** A separate engine process over this inventory, on its own partitions. */
async function startEngine(
  natsUrl: string,
  setting: Readonly<Record<string, unknown>>,
): Promise<{ readonly child: ChildProcess; readonly close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-live-'));
  const file = join(directory, 'configuration');
  writeFileSync(file, serialize(setting));
  const script = new URL('../../tests/scenario/engine/process.ts', import.meta.url);
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
  /** Process id of the engine. */
  enginePid(): number;
  /** Kills the engine and starts another one of the same name. */
  restartEngine(): Promise<void>;
  /** Makes the server read the state of every partition again, as after a takeover. */
  announceEngines(): void;
  close(): Promise<void>;
}

export interface StageNeeds {
  readonly endpoints: ServerStores;
  readonly sites: number;
  readonly ports: number;
  readonly alarms: readonly AlarmDefinition[];
  readonly windowSeconds: number;
}

/** One customer with many ports: a real engine that decides on them and a real server that shows what runs. */
export async function openStage({ endpoints, ports, ...needs }: StageNeeds): Promise<Stage> {
  const db = openPostgres(endpoints.DATABASE_URL);
  await importNetwork({ db, secrets: benchSecrets }, NetworkFile.parse(network(needs.sites)), {
    dryRun: false,
  });
  const { sites } = await loadInventory(db);
  await db.destroy();
  const setting = (many: ManyPorts) => ({
    inventory: inventoryOf(many),
    alarms: needs.alarms,
    windowSeconds: needs.windowSeconds,
    allowedLatenessMs: 1_000,
    checkpointMs: 30_000,
  });
  const manyOf = (customer: number): ManyPorts => ({ customer, sites: [...sites.values()], ports });
  const start = (customer: number) => startEngine(endpoints.NATS_URL, setting(manyOf(customer)));
  let engine: Awaited<ReturnType<typeof start>> | undefined;
  const server = await startBenchServer(endpoints, async (_, customer) => {
    engine = await start(customer);
  });
  return {
    bus: server.bus,
    many: manyOf(server.customer),
    url: server.url,
    cookie: server.cookie,
    server: server.child,
    enginePid: () => engine?.child.pid ?? 0,
    async restartEngine() {
      await engine?.close();
      engine = await start(server.customer);
    },
    announceEngines() {
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        const ready: EngineReady = { partition, epoch: 'again' };
        server.bus.publish(subjects.engineReady, JSON.stringify(ready));
      }
    },
    async close() {
      await server.close();
      await engine?.close();
    },
  };
}
