import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchIntakePause } from '#platform/disk/intake-pause.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { pollLimitsOf } from '#platform/env/poll-variables.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { openAccess } from '#platform/inventory/snmp-access.ts';
import { watchDefinitions } from '#platform/kpi/load.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { watchPolling } from '#platform/polling/load.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets } from '#platform/secret/open-secrets.ts';
import { streams } from '#schemas/bus/stream.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { budgetFor } from './device/dead-device.ts';
import { DeviceReports } from './device/device-reports.ts';
import { LearnedIndexes } from './interface/learned-indexes.ts';
import type { Agent, RequestBudget } from './agent/agent.ts';
import { allowedAgents } from './agent/allowed-agents.ts';
import type { EngineMemory } from './agent/open-agent.ts';
import { Outbox } from './outbox.ts';
import { pollerMetrics } from './poller-metrics.ts';
import { startSharing } from './poll-sharing.ts';
import { Poller } from './poller.ts';
import { REALTIME_BUDGET } from './realtime/realtime-share.ts';
import { respondToServer } from './respond-to-server.ts';
import { pollerEnvironment } from './environment.ts';

const config = configure(pollerEnvironment);

const log = openLog('poller', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const tracing = await startTracing(config, { process: 'poller', instance: config.POLLER_NAME, log, metrics });
const beats = new ProcessBeats({
  process: 'poller',
  instance: config.POLLER_NAME,
  metrics,
  clock: systemClock,
  ids: systemIds,
});
const clock = systemClock;
/** Time that running polls get at shutdown. */
const DRAIN_MS = 6_000;
const limits = pollLimitsOf(config);
const minIntervalMs = config.POLL_MIN_INTERVAL_SECONDS * SECOND_MS;
/** A user waits for a test. */
const TEST_BUDGET: RequestBudget = { timeoutMs: 2_000, retries: 1 };
type OpenDevice = (
  device: Pick<DeviceEntry, 'address' | 'snmp'>,
  budget: RequestBudget,
  memory: EngineMemory,
) => Promise<Agent | undefined>;

const agents = allowedAgents({ resolve: systemResolve, networks: config.SNMP_ALLOWED_NETWORKS, log });

/** Opens the agent of a device with the credential that the inventory has for it. */
const deviceOpening =
  (secrets: Parameters<typeof openAccess>[1]): OpenDevice =>
  async ({ address, snmp }, budget, memory) =>
    snmp === undefined
      ? undefined
      : agents.open({ address, access: openAccess(snmp, secrets) }, budget, memory);

type OutboxParts = Pick<ConstructorParameters<typeof Outbox>[0], 'publisher' | 'metrics' | 'signal'>;

const outboxOf = (parts: OutboxParts): Outbox =>
  new Outbox({ ...parts, log, partitions: config.PARTITIONS, intervalMs: limits.intervalMs });

const polling: Component = {
  name: 'poller',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-poller');
    runConfigurationCommand(bus, { process: 'poller', instance: config.POLLER_NAME, config, signal });
    beats.start(bus, signal);
    await bus.ensureStreams(Object.values(streams));
    const db = openPostgres(config.DATABASE_URL, { connections: 2 });
    const secrets = await openSecrets(config, { db, ids: systemIds, log });
    const needs = { db, bus, clock, log, signal };
    const inventory = await watchInventory(needs);
    const [polled, definitions] = await Promise.all([watchPolling(needs), watchDefinitions(needs)]);
    const isPaused = await watchIntakePause(config, needs);
    const publisher = bus.publisher(undefined, { isPaused });
    const [own, reports] = [pollerMetrics(metrics), new DeviceReports()];
    const learned = new LearnedIndexes({ db, bus, clock, log });
    const ownNeeds = { bus, clock, log, name: config.POLLER_NAME };
    const sharing = await startSharing({ ...ownNeeds, reports }, signal);
    const open = deviceOpening(secrets);
    const poller = new Poller({
      owned: sharing.owned,
      inventory: () => inventory.current,
      polling: () => polled.current,
      openAgent: (device, memory) => open(device, budgetFor(memory, limits), memory),
      refusalOf: agents.refusalOf,
      outbox: outboxOf({ publisher, metrics: own, signal }),
      learned,
      reports,
      ...ownNeeds,
      metrics: own,
      intervalMs: limits.intervalMs,
      minIntervalMs,
      concurrency: config.POLL_CONCURRENCY,
    });
    learned.start(signal);
    poller.start(signal);
    respondToServer(
      {
        ...ownNeeds,
        sharing,
        poller,
        intervalMs: limits.intervalMs,
        minIntervalMs,
        inventory: () => inventory.current,
        definitions: () => definitions.current,
        openAgent: (device) => open(device, TEST_BUDGET, { engine: undefined }),
        openRealtime: (device, memory) => open(device, REALTIME_BUDGET, memory),
      },
      signal,
    );
    return {
      ready: () => sharing.ready(),
      async stop() {
        // Another poller takes over while the last polls end.
        await sharing.stop();
        await Promise.race([poller.idle(), clock.wait(DRAIN_MS)]);
        publisher.close();
        await poller.idle();
        await learned.save();
        await db.destroy();
        await bus.close();
      },
    };
  },
};

await runProcess({
  name: 'poller',
  components: [tracing, polling],
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
});
