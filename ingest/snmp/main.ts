import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import type { BusMessage } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { wholeNumber } from '#platform/env/variable.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import { openAccess } from '#platform/inventory/snmp-access.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { watchPolling } from '#platform/polling/load.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets, secretVariables } from '#platform/secret/open-secrets.ts';
import { streams } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { budgetFor } from './device/dead-device.ts';
import { DeviceReports } from './device/device-reports.ts';
import { LearnedIndexes } from './interface/learned-indexes.ts';
import { openAgent } from './agent/net-snmp-agent.ts';
import { Outbox } from './outbox.ts';
import { pollerMetrics } from './poller-metrics.ts';
import { Poller } from './poller.ts';

const config = configure(
  z.object({
    NATS_URL: standard.NATS_URL,
    DATABASE_URL: standard.DATABASE_URL,
    PARTITIONS: standard.PARTITIONS,
    HEALTH_PORT: standard.HEALTH_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
    /** Polling interval of each device. */
    POLL_INTERVAL_SECONDS: wholeNumber(1, 86_400, 300),
    /** Maximum concurrent polls. */
    POLL_CONCURRENCY: wholeNumber(1, 10_000, 256),
    /** Response timeout and number of retries. */
    POLL_TIMEOUT_MS: wholeNumber(10, 60_000, 2_000),
    POLL_RETRIES: wholeNumber(0, 10, 1),
    ...secretVariables,
  }),
);

const log = openLog('poller', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const clock = systemClock;
/** Time that running polls get at shutdown. */
const DRAIN_MS = 6_000;

const polling: Component = {
  name: 'poller',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-poller');
    await bus.ensureStreams(Object.values(streams));
    const db = openPostgres(config.DATABASE_URL, { connections: 2 });
    const secrets = await openSecrets(config, { db, ids: systemIds, log });
    const inventory = await watchInventory({ db, bus, clock, log, signal });
    const definitions = await watchPolling({ db, bus, clock, log, signal });
    const publisher = bus.publisher();
    const own = pollerMetrics(metrics);
    const reports = new DeviceReports();
    const learned = new LearnedIndexes({ db, bus, clock, log });
    const poller = new Poller({
      inventory: () => inventory.current,
      polling: () => definitions.current,
      openAgent: async ({ address, snmp }, memory) =>
        snmp === undefined
          ? undefined
          : openAgent(
              { address, access: openAccess(snmp, secrets) },
              budgetFor(memory, { timeoutMs: config.POLL_TIMEOUT_MS, retries: config.POLL_RETRIES }),
              memory,
            ),
      outbox: new Outbox({
        ...{ publisher, partitions: config.PARTITIONS, clock, metrics: own, signal },
        intervalMs: config.POLL_INTERVAL_SECONDS * 1_000,
      }),
      learned,
      reports,
      clock,
      log,
      metrics: own,
      intervalMs: config.POLL_INTERVAL_SECONDS * 1_000,
      concurrency: config.POLL_CONCURRENCY,
    });
    const answer = ({ respond }: BusMessage): void => {
      respond(packJson(reports.list()));
    };
    bus.subscribe(subjects.polledDevices, answer, { signal });
    learned.start(signal);
    poller.start(signal);
    return {
      ready: () => bus.connected(),
      async stop() {
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

await runProcess({ name: 'poller', components: [polling], log, metrics, healthPort: config.HEALTH_PORT });
