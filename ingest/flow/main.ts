import { watchApplications } from '#platform/application/load.ts';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { watchRecordings } from '#platform/debug/load.ts';
import { watchIntakePause } from '#platform/disk/intake-pause.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { flowComponent } from './flow-component.ts';
import { collectorMetrics } from './collector-metrics.ts';
import { serveRecordFiles } from './recording/file-reader.ts';
import { startTail } from './recording/start-tail.ts';
import { recordingFolder, startRecorder } from './recording/recording-component.ts';
import { collectorEnvironment } from './environment.ts';

const config = configure(collectorEnvironment);

const log = openLog('collector', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const tracing = await startTracing(config, {
  process: 'collector',
  instance: config.COLLECTOR_NAME,
  log,
  metrics,
});
const beats = new ProcessBeats({
  process: 'collector',
  instance: config.COLLECTOR_NAME,
  metrics,
  clock: systemClock,
  ids: systemIds,
});

const bus = await openBus(config.NATS_URL, 'telltale-collector', (error, subject) => {
  log.error({ err: error, subject }, 'bus message handler failed');
});
const db = openPostgres(config.DATABASE_URL, { connections: 1 });

const connections: Component = {
  name: 'connections',
  start(signal) {
    runConfigurationCommand(bus, { process: 'collector', instance: config.COLLECTOR_NAME, config, signal });
    beats.start(bus, signal);
    return Promise.resolve({
      ready: () => bus.connected(),
      async stop() {
        await bus.close();
        await db.destroy();
      },
    });
  },
};

/** Configuration, recorder and sockets, stopped in reverse order. */
const collecting: Component = {
  name: 'collector',
  async start(signal) {
    const needs = { db, bus, clock: systemClock, log, signal };
    const isPaused = await watchIntakePause(config, needs);
    const inventory = await watchInventory(needs);
    const applications = await watchApplications(needs);
    const recordings = await watchRecordings(needs);
    const states = await bus.bucket(buckets.debug);
    const place = {
      directory: recordingFolder(config.TELLTALE_DATA),
      collector: config.COLLECTOR_NAME,
    };
    const recording = await startRecorder(
      { recordings, states, clock: systemClock, log },
      {
        ...place,
        run: systemIds.uuid(),
        maxFolderBytes: config.DEBUG_FOLDER_BYTES,
      },
      signal,
    );
    serveRecordFiles(needs, place, signal);
    const tail = startTail(needs, config.COLLECTOR_NAME);
    const { recorder } = recording;
    const started = await flowComponent(
      { ...needs, inventory, applications, recorder, tail, isPaused, metrics: collectorMetrics(metrics) },
      {
        host: config.HOST,
        ports: [config.NETFLOW_PORT, config.IPFIX_PORT, config.SFLOW_PORT],
        shared: config.SHARED_PORTS,
        receiver: config.UDP_RECEIVER,
        partitions: config.PARTITIONS,
        collector: config.COLLECTOR_NAME,
        network: config.COLLECT_NETWORK === 0 ? undefined : config.COLLECT_NETWORK,
        tunnels: config.SFLOW_TUNNELS,
        onListening(ports) {
          log.info({ ports, host: config.HOST }, 'listening');
          sendToParent({ kind: 'ports', name: 'collector', ports });
        },
      },
    ).start(signal);
    return {
      ready: async () => (await started?.ready?.()) === true,
      async stop() {
        await started?.stop?.();
        await recording.stop();
      },
    };
  },
};

await runProcess({
  name: 'collector',
  components: [tracing, connections, collecting],
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
});
