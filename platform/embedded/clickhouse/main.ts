import { join, resolve } from 'node:path';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { createPrivateFiles } from '../access/private-directory.ts';
import { STORE_USER, storeCredentials } from '../access/store-credentials.ts';
import { clickhouseAddress, listenAddressOf } from '../access/listen-address.ts';
import { listenForQueries } from './http-server.ts';
import { openGuardedEngine } from './storage/open-guarded.ts';

/**
 * ClickHouse (chDB) in its own process, with ClickHouse's HTTP interface on a Unix socket, and on a port of loopback if configured.
 * Started and supervised by `platform/embedded/main.ts`.
 */
const config = configure(
  z.object({
    TELLTALE_DATA: standard.TELLTALE_DATA,
    EMBEDDED_CLICKHOUSE_PORT: standard.EMBEDDED_CLICKHOUSE_PORT,
    DISK_RESERVE_BYTES: standard.DISK_RESERVE_BYTES,
    LOG_LEVEL: standard.LOG_LEVEL,
  }),
);

createPrivateFiles();
const data = resolve(config.TELLTALE_DATA);
const { clickhouse: password } = storeCredentials(data);
const log = openLog('embedded-clickhouse', config.LOG_LEVEL);

const metrics = openMetrics({ defaults: true });

const clickhouse: Component = {
  name: 'clickhouse',
  async start(signal) {
    const directory = join(data, 'embedded', 'clickhouse');
    const reserveBytes = config.DISK_RESERVE_BYTES;
    const engine = await openGuardedEngine({ directory, reserveBytes, log, metrics, signal });
    const requested = listenAddressOf(data, 'clickhouse', config.EMBEDDED_CLICKHOUSE_PORT);
    const server = await listenForQueries({ engine, address: requested, user: STORE_USER, password });
    const address = { ...requested, port: server.port };
    const url = clickhouseAddress({ address, user: STORE_USER, password });
    sendToParent({ kind: 'listening', name: 'clickhouse', url });
    return {
      async stop() {
        await server.close();
        await engine.close();
      },
    };
  },
};

await runProcess({
  name: 'embedded-clickhouse',
  components: [clickhouse],
  log,
  metrics,
  healthPort: 0,
});
