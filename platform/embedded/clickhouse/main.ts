import { join } from 'node:path';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openEngine } from './engine.ts';
import { listenForQueries } from './http-server.ts';
import { repairDeduplicationLogs } from './repair.ts';

/** ClickHouse (chDB) in its own process, with ClickHouse's HTTP interface on loopback. */
const config = configure(
  z.object({
    TELLTALE_DATA: standard.TELLTALE_DATA,
    TELLTALE_CLICKHOUSE_PASSWORD: standard.TELLTALE_CLICKHOUSE_PASSWORD,
    EMBEDDED_CLICKHOUSE_PORT: standard.EMBEDDED_CLICKHOUSE_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
  }),
);

const log = openLog('embedded-clickhouse', config.LOG_LEVEL);

const clickhouse: Component = {
  name: 'clickhouse',
  async start() {
    const directory = join(config.TELLTALE_DATA, 'embedded', 'clickhouse');
    const blocks = repairDeduplicationLogs(directory);
    if (blocks > 0) log.warn({ blocks }, 'deduplication log repaired');
    const engine = openEngine(directory);
    const server = await listenForQueries({
      engine,
      port: config.EMBEDDED_CLICKHOUSE_PORT,
      host: '127.0.0.1',
      password: config.TELLTALE_CLICKHOUSE_PASSWORD,
    });
    const url = `http://127.0.0.1:${String(server.port)}/default`;
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
  metrics: openMetrics({ defaults: true }),
  healthPort: 0,
});
