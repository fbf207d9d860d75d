import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { SDWAN_PASSWORD } from '#schemas/sdwan/server-secrets.ts';
import { MANAGER_LOGIN } from '#demo/sdwan/fleet-managers.ts';
import { benchKey, benchSecrets } from '../harness/bench-secrets.ts';
import { startProcess, startStores, stopProcess } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';

export const DEVICES = 2_000;
export const TUNNELS_PER_DEVICE = 5;

export interface SdwanStage {
  readonly db: Db;
  readonly natsUrl: string;
  /** Starts the process under test, which collects in this interval. */
  connect(intervalS: number): ChildProcess;
  close(): Promise<void>;
}

/** Stores with one customer, and a simulated manager of 2,000 devices that is registered for it. */
export async function openSdwanStage(collects: boolean): Promise<SdwanStage> {
  const stores = await startStores();
  const { DATABASE_URL, NATS_URL } = stores.endpoints;
  await prepareStores(stores.endpoints);
  const manager = fork(
    new URL('vmanage-process.ts', import.meta.url),
    [String(DEVICES), String(TUNNELS_PER_DEVICE)],
    { execArgv: [] },
  );
  const [{ url }] = (await once(manager, 'message')) as [{ readonly url: string }];
  const db = openPostgres(DATABASE_URL);
  const { id } = await db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('sdwan_server')
    .values({
      name: 'bench',
      kind: 'vmanage',
      url,
      login: MANAGER_LOGIN.login,
      password: benchSecrets.seal(MANAGER_LOGIN.password, SDWAN_PASSWORD),
      organization: '',
      elastic_url: '',
      vsd_name: '',
      adom: '',
      vdom: '',
      is_multi_tenant: false,
      customer_id: id,
      client_id: 'bench',
      verify_tls: true,
      // Only what a user requests is synchronised.
      suspend_provisioning: true,
      suspend_collect: !collects,
    })
    .execute();
  const children: ChildProcess[] = [];
  return {
    db,
    natsUrl: NATS_URL,
    connect(intervalS) {
      const child = startProcess('ingest/sdwan/main.ts', {
        DATABASE_URL,
        NATS_URL,
        ...benchKey,
        SDWAN_ALLOWED_NETWORKS: '127.0.0.0/8',
        POLL_INTERVAL_SECONDS: String(intervalS),
      });
      children.push(child);
      return child;
    },
    async close() {
      for (const child of children) await stopProcess(child);
      manager.disconnect();
      await db.destroy();
      await stores.close();
    },
  };
}

/** The stored state of the manager. */
export const serverRow = (db: Db) => db.selectFrom('sdwan_server').selectAll().executeTakeFirstOrThrow();
