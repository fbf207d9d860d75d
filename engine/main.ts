import { openBus } from '#platform/bus/bus.ts';
import { respondToHolds } from '#platform/bus/respond-to-holds.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchStoresDisk } from '#platform/disk/stores-disk.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { pollLimitsOf } from '#platform/env/poll-variables.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { watchDefinitions } from '#platform/kpi/load.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { watchSilences } from '#platform/silence/load.ts';
import { latenessOf } from '#schemas/polling/limits.ts';
import { watchAlarms } from './configuration/watch-alarms.ts';
import { engineComponents } from './engine.ts';
import { engineMetrics } from './worker/engine-metrics.ts';
import { ApplicationLabels } from './target/application-labels.ts';
import { TargetRegistry } from './target/target-registry.ts';
import { engineEnvironment } from './environment.ts';

const config = configure(engineEnvironment);

const log = openLog('engine', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const tracing = await startTracing(config, { process: 'engine', instance: config.ENGINE_NAME, log, metrics });
const beats = new ProcessBeats({
  process: 'engine',
  instance: config.ENGINE_NAME,
  metrics,
  clock: systemClock,
  ids: systemIds,
});
const figures = engineMetrics(metrics);
const bus = await openBus(config.NATS_URL, 'engine', (error, subject) => {
  log.error({ err: error, subject }, 'bus message handler failed');
});
const db = openPostgres(config.DATABASE_URL, {
  connections: 2,
  onConnectionLost: (error) => {
    log.warn({ err: error }, 'postgres connection lost');
  },
});

const clickhouse = openClickHouse(config.CLICKHOUSE_URL);
const disk = await watchStoresDisk(config, {
  clock: systemClock,
  onChange: () => undefined,
  signal: new AbortController().signal,
});

await runProcess({
  name: 'engine',
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
  components: [
    tracing,
    {
      name: 'connections',
      start(signal) {
        respondToHolds(bus, 'engine', signal);
        runConfigurationCommand(bus, { process: 'engine', instance: config.ENGINE_NAME, config, signal });
        beats.start(bus, signal);
        return Promise.resolve({
          ready: () => bus.connected(),
          async stop() {
            await bus.close();
            await clickhouse.close();
            await db.destroy();
          },
        });
      },
    },
    ...engineComponents({
      bus,
      clickhouse,
      log,
      clock: systemClock,
      metrics: figures,
      engine: config.ENGINE_NAME,
      epoch: systemIds.uuid(),
      partitions: config.PARTITIONS,
      windowSeconds: config.WINDOW_SECONDS,
      allowedLatenessMs:
        config.WINDOW_LATENESS_SECONDS === undefined
          ? latenessOf(pollLimitsOf(config))
          : config.WINDOW_LATENESS_SECONDS * 1_000,
      flowAllowedLatenessMs: config.FLOW_LATENESS_SECONDS * 1_000,
      isPaused: () => disk?.isFull === true,
      idleTimeoutMs: config.IDLE_TIMEOUT_SECONDS === 0 ? 'by interval' : config.IDLE_TIMEOUT_SECONDS * 1_000,
      checkpointMs: config.CHECKPOINT_SECONDS * 1_000,
      configuration: async (signal) => {
        const needs = { db, bus, clock: systemClock, log, signal };
        const inventory = await watchInventory(needs, { targets: true });
        const current = () => inventory.current;
        new ApplicationLabels({ ...needs, clickhouse, inventory: current }).start(signal);
        return {
          inventory,
          targets: new TargetRegistry({ ...needs, metrics: figures, inventory: current }),
          alarms: await watchAlarms(needs),
          definitions: await watchDefinitions(needs),
          silences: await watchSilences(needs),
        };
      },
    }),
  ],
});
