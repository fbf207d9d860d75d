import { z } from 'zod';
import { holdApplications } from '#platform/application/load.ts';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/config/config.ts';
import { standard } from '#platform/config/standard.ts';
import { choice, flag, name, port, wholeNumber } from '#platform/config/variable.ts';
import { holdRecordings } from '#platform/debug/load.ts';
import { systemIds } from '#platform/id/id.ts';
import { holdInventory } from '#platform/inventory/holder.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, tellParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { flowComponent } from './flow-component.ts';
import { flowMetrics } from './flow-metrics.ts';
import { recordingFolder, startRecorder } from './recording/recording-component.ts';

const { NATS_URL, DATABASE_URL, TELLTALE_DATA, HEALTH_PORT, HOST, LOG_LEVEL, PARTITIONS } = standard;
const config = configure(
  z.object({
    NATS_URL,
    DATABASE_URL,
    TELLTALE_DATA,
    HEALTH_PORT,
    HOST,
    LOG_LEVEL,
    PARTITIONS,
    /** NetFlow v5, v9, IPFIX and sFlow are told apart by their headers: each port takes all of them. */
    NETFLOW_PORT: port(2055),
    IPFIX_PORT: port(4739),
    SFLOW_PORT: port(6343),
    /** Name in collector monitoring when several collectors run. */
    COLLECTOR_NAME: name('collector'),
    /** Several collectors share the ports: the kernel spreads the exporters over them. */
    SHARED_PORTS: flag(false),
    /** `events` receives datagrams one by one with Node alone, which costs more; done by itself where batches cannot be had. */
    UDP_RECEIVER: choice(['batches', 'events'], 'batches'),
    /** Collection sub-network (recipient id) whose exporters this collector knows; 0: those of all. */
    COLLECT_NETWORK: wholeNumber(0, 65_535, 0),
    /** Of a packet in a tunnel that sFlow sampled: the outer one counts, as of NetFlow, or the one that it carries. */
    SFLOW_TUNNELS: z.enum(['outer', 'inner']).default('outer'),
    /** What the debug recordings of this collector may take together. */
    DEBUG_FOLDER_BYTES: wholeNumber(0, Number.MAX_SAFE_INTEGER, 10_000_000_000),
  }),
);

const log = openLog('collector', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });

const bus = await openBus(config.NATS_URL, 'telltale-collector', (error, subject) => {
  log.error({ err: error, subject }, 'the handler of a notice failed');
});
const db = openPostgres(config.DATABASE_URL, { connections: 1 });

const connections: Component = {
  name: 'connections',
  start: () =>
    Promise.resolve({
      ready: () => bus.connected(),
      async stop() {
        await bus.close();
        await db.destroy();
      },
    }),
};

/** Configuration, recorder and sockets, ended in the opposite order. */
const collecting: Component = {
  name: 'collector',
  async start(signal) {
    const needs = { db, bus, clock: systemClock, log, signal };
    const inventory = await holdInventory(needs);
    const applications = await holdApplications(needs);
    const recordings = await holdRecordings(needs);
    const states = await bus.bucket(buckets.debug);
    const recording = await startRecorder(
      { recordings, states, clock: systemClock, log },
      {
        directory: recordingFolder(config.TELLTALE_DATA),
        collector: config.COLLECTOR_NAME,
        run: systemIds.uuid(),
        port: config.NETFLOW_PORT,
        maxFolderBytes: config.DEBUG_FOLDER_BYTES,
      },
      signal,
    );
    const { recorder } = recording;
    const started = await flowComponent(
      { ...needs, inventory, applications, recorder, metrics: flowMetrics(metrics) },
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
          tellParent({ kind: 'ports', name: 'collector', ports });
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
  components: [connections, collecting],
  log,
  metrics,
  healthPort: config.HEALTH_PORT,
});
