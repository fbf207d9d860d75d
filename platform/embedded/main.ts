import { join, resolve } from 'node:path';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { writeEndpoints, type Endpoints } from './access/endpoints.ts';
import { createPrivateFiles, makePrivateDirectory } from './access/private-directory.ts';
import { STORE_USER, storeCredentials } from './access/store-credentials.ts';
import {
  clickhouseAddress,
  postgresAddress,
  listenAddressOf,
  type ListenAddress,
} from './access/listen-address.ts';
import { freePort } from './free-port.ts';
import { natsServer } from './nats/nats-server.ts';
import { clickhouseLiveness, natsLiveness, postgresLiveness } from './store-liveness.ts';
import { storeProcess } from './store-process.ts';
import { singleInstanceLock } from './single-instance-lock.ts';

/**
 * The embedded stores: ClickHouse and PostgreSQL on Unix sockets, NATS on loopback, each in its own process, which is restarted
 * when it ends or stops responding. Their addresses are written to `<TELLTALE_DATA>/stores.env` and sent to the parent process.
 */
const config = configure(
  z.object({
    TELLTALE_DATA: standard.TELLTALE_DATA,
    EMBEDDED_CLICKHOUSE_PORT: standard.EMBEDDED_CLICKHOUSE_PORT,
    EMBEDDED_POSTGRES_PORT: standard.EMBEDDED_POSTGRES_PORT,
    EMBEDDED_NATS_PORT: standard.EMBEDDED_NATS_PORT,
    HEALTH_PORT: standard.HEALTH_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
  }),
);
createPrivateFiles();
const data = resolve(config.TELLTALE_DATA);
makePrivateDirectory(data);
const directory = join(data, 'embedded');
const log = openLog('embedded', config.LOG_LEVEL);

const credentials = storeCredentials(data);
const user = STORE_USER;

/** Where a store listens. A port, if it has one, is free now. */
async function freeAddress(store: 'clickhouse' | 'postgres', preferredPort: number): Promise<ListenAddress> {
  const address = listenAddressOf(data, store, preferredPort);
  return address.port === undefined ? address : { ...address, port: await freePort(address.port) };
}

// One after the other: two concurrent searches could find the same port.
const addresses = {
  clickhouse: await freeAddress('clickhouse', config.EMBEDDED_CLICKHOUSE_PORT),
  postgres: await freeAddress('postgres', config.EMBEDDED_POSTGRES_PORT),
};
const natsPort = await freePort(config.EMBEDDED_NATS_PORT);
const endpoints: Endpoints = {
  CLICKHOUSE_URL: clickhouseAddress({
    address: addresses.clickhouse,
    user,
    password: credentials.clickhouse,
  }),
  DATABASE_URL: postgresAddress({ address: addresses.postgres, user, password: credentials.postgres }),
  // NATS has no Unix sockets: clients check that the server runs as their user before they send the password.
  NATS_URL: `nats://${user}:${credentials.nats}@127.0.0.1:${String(natsPort)}?peer=own`,
};
/** Ports on loopback; `npm start` prints those that differ from the configured ones. */
const ports = {
  CLICKHOUSE_URL: addresses.clickhouse.port,
  DATABASE_URL: addresses.postgres.port,
  NATS_URL: natsPort,
};

/** The three start concurrently: the slowest determines the total. */
const stores: readonly Component[] = [
  natsServer({
    directory: join(directory, 'nats'),
    port: natsPort,
    account: { user, password: credentials.nats },
    liveness: natsLiveness(endpoints.NATS_URL),
    log,
  }),
  storeProcess({
    name: 'postgres',
    main: new URL('./postgres/main.ts', import.meta.url),
    env: { TELLTALE_DATA: data, EMBEDDED_POSTGRES_PORT: String(addresses.postgres.port ?? 0) },
    liveness: postgresLiveness(endpoints.DATABASE_URL),
    log,
  }),
  storeProcess({
    name: 'clickhouse',
    main: new URL('./clickhouse/main.ts', import.meta.url),
    // Each running query occupies a thread, and file operations need some too.
    env: {
      TELLTALE_DATA: data,
      EMBEDDED_CLICKHOUSE_PORT: String(addresses.clickhouse.port ?? 0),
      UV_THREADPOOL_SIZE: '32',
    },
    liveness: clickhouseLiveness(endpoints.CLICKHOUSE_URL),
    log,
  }),
];

const allStores: Component = {
  name: 'stores',
  async start(signal) {
    const started = await Promise.all(stores.map((store) => store.start(signal)));
    writeEndpoints(data, endpoints);
    sendToParent({ kind: 'endpoints', ...endpoints, ports });
    return {
      async ready() {
        const states = await Promise.all(started.map(async (store) => (await store?.ready?.()) ?? true));
        return states.every(Boolean);
      },
      async stop() {
        await Promise.all(
          started.map(async (store) => {
            await store?.stop?.();
          }),
        );
      },
    };
  },
};

await runProcess({
  name: 'embedded',
  components: [singleInstanceLock(directory), allStores],
  log,
  metrics: openMetrics({ defaults: true }),
  healthPort: config.HEALTH_PORT,
});
