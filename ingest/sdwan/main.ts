import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchIntakePause } from '#platform/disk/intake-pause.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { LEASE_MS } from '#platform/lease/leased-partitions.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { networkList } from '#platform/outbound/internal-address.ts';
import { Patterns } from '#platform/pattern/patterns.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSdwan } from '#platform/sdwan/open-sdwan.ts';
import { serverAccess } from '#platform/sdwan/server-access.ts';
import { openSecrets } from '#platform/secret/open-secrets.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { Outbox } from '../snmp/outbox.ts';
import { AlarmStore } from './alarm-store.ts';
import { DeviceStore } from './names/device-store.ts';
import { lateFrom } from './element-rows.ts';
import { ProposalStore } from './proposal-store.ts';
import { SdwanCollector } from './sdwan-collector.ts';
import { SdwanSynchroniser, type SynchroniserNeeds } from './sdwan-synchroniser.ts';
import { VolumePublisher } from './volume-publisher.ts';
import { VolumeStore } from './volume-store.ts';
import { sdwanMetrics } from './sdwan-metrics.ts';
import { ServerStore } from './server-store.ts';
import { sdwanEnvironment } from './environment.ts';

const config = configure(sdwanEnvironment);

const log = openLog('sdwan', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const tracing = await startTracing(config, { process: 'sdwan', instance: config.SDWAN_NAME, log, metrics });
const beats = new ProcessBeats({
  process: 'sdwan',
  instance: config.SDWAN_NAME,
  metrics,
  clock: systemClock,
  ids: systemIds,
});
const clock = systemClock;
const patterns = new Patterns(clock);
/** Time that running collections get at shutdown. */
const DRAIN_MS = 6_000;
const CLOSE_MS = 2_000;

const collecting: Component = {
  name: 'sdwan',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-sdwan');
    runConfigurationCommand(bus, { process: 'sdwan', instance: config.SDWAN_NAME, config, signal });
    beats.start(bus, signal);
    await bus.ensureStreams([streams.samples, streams.flows, streams.applications]);
    const db = openPostgres(config.DATABASE_URL, { connections: 2 });
    const secrets = await openSecrets(config, { db, ids: systemIds, log });
    const inventory = await watchInventory({ db, bus, clock, log, signal });
    const isPaused = await watchIntakePause(config, { clock, log, signal });
    const publisher = bus.publisher(undefined, { isPaused });
    const own = sdwanMetrics(metrics);
    const intervalMs = config.POLL_INTERVAL_SECONDS * SECOND_MS;
    const lateness = config.WINDOW_LATENESS_SECONDS;
    const allowed = networkList(config.SDWAN_ALLOWED_NETWORKS);
    const network = config.COLLECT_NETWORK === 0 ? undefined : config.COLLECT_NETWORK;
    const random = (): number => (systemIds.bytes(1)[0] ?? 0) / 256;
    const devices = new DeviceStore(db);
    const shared: Omit<SynchroniserNeeds, 'proposals' | 'devices'> = {
      accessOf: (row) => serverAccess(row, secrets),
      open: (access) =>
        openSdwan({ resolve: systemResolve, allowed, clock, random, isPatient: true }, access),
      inventory: () => inventory.current,
      leases: {
        bucket: await bus.bucket(buckets.leases, { ttlMs: LEASE_MS }),
        ttlMs: LEASE_MS,
        owner: config.SDWAN_NAME,
      },
      clock,
      log,
      patterns,
    };
    const collector = new SdwanCollector({
      ...shared,
      store: new ServerStore(db, network),
      devices,
      alarms: new AlarmStore(db),
      published: new VolumeStore(db),
      volumes: new VolumePublisher({ publisher, partitions: config.PARTITIONS, clock, log, signal }),
      outbox: new Outbox({
        publisher,
        partitions: config.PARTITIONS,
        log,
        metrics: own,
        signal,
        intervalMs,
      }),
      metrics: own,
      intervalMs,
      lateMs: lateness === undefined ? undefined : lateFrom(lateness * SECOND_MS),
    });
    const synchroniser = new SdwanSynchroniser({
      ...shared,
      devices,
      proposals: new ProposalStore(db, network),
    });
    collector.start(signal);
    synchroniser.start(signal);
    return {
      ready: () => bus.connected(),
      async stop() {
        const idle = Promise.all([collector.idle(), synchroniser.idle()]);
        await Promise.race([idle, clock.wait(DRAIN_MS)]);
        await Promise.race([collector.close(AbortSignal.timeout(CLOSE_MS)), clock.wait(CLOSE_MS)]);
        await patterns.close();
        publisher.close();
        await db.destroy();
        await bus.close();
      },
    };
  },
};

await runProcess({
  name: 'sdwan',
  components: [tracing, collecting],
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
});
