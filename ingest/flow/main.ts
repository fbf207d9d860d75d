import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/config/config.ts';
import { standard } from '#platform/config/standard.ts';
import { port, text } from '#platform/config/variable.ts';
import { holdInventory } from '#platform/inventory/holder.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, tellParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { flowComponent } from './flow-component.ts';
import { flowMetrics } from './flow-metrics.ts';

const { NATS_URL, DATABASE_URL, HEALTH_PORT, HOST, LOG_LEVEL, PARTITIONS } = standard;
const config = configure(
  z.object({
    NATS_URL,
    DATABASE_URL,
    HEALTH_PORT,
    HOST,
    LOG_LEVEL,
    PARTITIONS,
    /** NetFlow v5, v9 and IPFIX are told apart by their headers: both ports take all of them. */
    NETFLOW_PORT: port(2055),
    IPFIX_PORT: port(4739),
    /** Name in collector monitoring when several collectors run. */
    COLLECTOR_NAME: text('collector'),
  }),
);

const log = openLog('collector', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });

const collecting: Component = {
  name: 'collector',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-collector');
    const db = openPostgres(config.DATABASE_URL, { connections: 1 });
    const inventory = await holdInventory({ db, bus, clock: systemClock, log, signal });
    const started = await flowComponent(
      { bus, inventory, clock: systemClock, log, metrics: flowMetrics(metrics) },
      {
        host: config.HOST,
        ports: [config.NETFLOW_PORT, config.IPFIX_PORT],
        partitions: config.PARTITIONS,
        collector: config.COLLECTOR_NAME,
        onListening(ports) {
          log.info({ ports, host: config.HOST }, 'listening');
          tellParent({ kind: 'ports', name: 'collector', ports });
        },
      },
    ).start(signal);
    return {
      ready: async () => (await started?.ready?.()) === true,
      async stop() {
        await started?.stop?.();
        await bus.close();
        await db.destroy();
      },
    };
  },
};

await runProcess({
  name: 'collector',
  components: [collecting],
  log,
  metrics,
  healthPort: config.HEALTH_PORT,
});
