import { join, resolve } from 'node:path';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { writeEndpoints } from './endpoints.ts';
import type { Endpoints } from './endpoints.ts';
import { freePort } from './free-port.ts';
import { natsServer } from './nats/nats-server.ts';
import { clickhouseLiveness, natsLiveness, postgresLiveness } from './store-liveness.ts';
import { storeProcess } from './store-process.ts';
import { singleInstanceLock } from './single-instance-lock.ts';

/**
 * The embedded stores: ClickHouse, PostgreSQL and NATS on loopback, each in its own process, which is restarted when it ends.
 * Their addresses are written to `<TELLTALE_DATA>/embedded/endpoints.json` and sent to the parent process.
 */
const config = configure(
  z.object({
    TELLTALE_DATA: standard.TELLTALE_DATA,
    TELLTALE_CLICKHOUSE_PASSWORD: standard.TELLTALE_CLICKHOUSE_PASSWORD,
    EMBEDDED_CLICKHOUSE_PORT: standard.EMBEDDED_CLICKHOUSE_PORT,
    EMBEDDED_POSTGRES_PORT: standard.EMBEDDED_POSTGRES_PORT,
    EMBEDDED_NATS_PORT: standard.EMBEDDED_NATS_PORT,
    HEALTH_PORT: standard.HEALTH_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
  }),
);
const data = resolve(config.TELLTALE_DATA);
const directory = join(data, 'embedded');
const log = openLog('embedded', config.LOG_LEVEL);

// One after the other: two concurrent searches could find the same port.
const ports = {
  clickhouse: await freePort(config.EMBEDDED_CLICKHOUSE_PORT),
  postgres: await freePort(config.EMBEDDED_POSTGRES_PORT),
  nats: await freePort(config.EMBEDDED_NATS_PORT),
};
const password = config.TELLTALE_CLICKHOUSE_PASSWORD;
const credentials = password === '' ? '' : `default:${encodeURIComponent(password)}@`;
const endpoints: Endpoints = {
  CLICKHOUSE_URL: `http://${credentials}127.0.0.1:${String(ports.clickhouse)}/default`,
  DATABASE_URL: `postgres://postgres@127.0.0.1:${String(ports.postgres)}/postgres`,
  NATS_URL: `nats://127.0.0.1:${String(ports.nats)}`,
  pid: process.pid,
};

/** The three start concurrently: the slowest determines the total. */
const stores: readonly Component[] = [
  natsServer({
    directory: join(directory, 'nats'),
    port: ports.nats,
    liveness: natsLiveness(endpoints.NATS_URL),
    log,
  }),
  storeProcess({
    name: 'postgres',
    main: new URL('./postgres/main.ts', import.meta.url),
    env: { TELLTALE_DATA: data, EMBEDDED_POSTGRES_PORT: String(ports.postgres) },
    liveness: postgresLiveness(endpoints.DATABASE_URL),
    log,
  }),
  storeProcess({
    name: 'clickhouse',
    main: new URL('./clickhouse/main.ts', import.meta.url),
    // Each running query occupies a thread, and file operations need some too.
    env: {
      TELLTALE_DATA: data,
      EMBEDDED_CLICKHOUSE_PORT: String(ports.clickhouse),
      UV_THREADPOOL_SIZE: '32',
    },
    liveness: clickhouseLiveness(endpoints.CLICKHOUSE_URL),
    log,
  }),
];

const together: Component = {
  name: 'stores',
  async start(signal) {
    const started = await Promise.all(stores.map((store) => store.start(signal)));
    writeEndpoints(data, endpoints);
    sendToParent({ kind: 'endpoints', ...endpoints });
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
  components: [singleInstanceLock(directory), together],
  log,
  metrics: openMetrics({ defaults: true }),
  healthPort: config.HEALTH_PORT,
});
