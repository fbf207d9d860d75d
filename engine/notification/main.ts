import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/config/config.ts';
import { networks } from '#platform/config/networks.ts';
import { standard } from '#platform/config/standard.ts';
import { name, objectIdentifier, wholeNumber } from '#platform/config/variable.ts';
import { systemIds } from '#platform/id/id.ts';
import { holdInventory } from '#platform/inventory/holder.ts';
import type { Component, Started } from '#platform/lifecycle/component.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets, secretVariables } from '#platform/secret/open-secrets.ts';
import { holdSilences } from '#platform/silence/load.ts';
import { holdSettings } from './configuration/settings.ts';
import { notificationMetrics } from './notification-metrics.ts';
import { notificationComponents } from './notification.ts';
import { DEFAULT_ENTERPRISE } from './snmp-trap/objects.ts';
import { startSenderEngine } from './snmp-trap/sender-engine.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';

const { NATS_URL, DATABASE_URL, HEALTH_PORT, LOG_LEVEL, PARTITIONS } = standard;
const config = configure(
  z.object({
    NATS_URL,
    DATABASE_URL,
    HEALTH_PORT,
    LOG_LEVEL,
    PARTITIONS,
    /** Several processes share the work, each under a name of its own. */
    NOTIFICATION_NAME: name('notification'),
    /** Notifications of a customer to a target in a window; the rest is told by one more. */
    NOTIFICATION_SINGLES: wholeNumber(1, 10_000, 20),
    NOTIFICATION_WINDOW_SECONDS: wholeNumber(1, 3_600, 60),
    /** What is older is given up. */
    NOTIFICATION_MAX_AGE_SECONDS: wholeNumber(60, 7 * 86_400, 14_400),
    /** Jobs of a process that was killed come again after so long. */
    NOTIFICATION_ACK_SECONDS: wholeNumber(1, 600, 20),
    /** Time for a receiver to answer. */
    WEBHOOK_TIMEOUT_SECONDS: wholeNumber(1, 60, 5),
    /** Loopback, link-local and private addresses are not called, except these networks. */
    WEBHOOK_ALLOWED_NETWORKS: networks(),
    /** Root of the object identifiers of our traps. */
    TRAP_ENTERPRISE: objectIdentifier(DEFAULT_ENTERPRISE),
    ...secretVariables,
  }),
);

const log = openLog('notification', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const SECOND_MS = 1_000;

/** Everything needs the configuration, and reading it may take as long as the stores are away. */
const notification: Component = {
  name: 'notification',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'notification', (error, subject) => {
      log.error({ err: error, subject }, 'the handler of a notice failed');
    });
    const db = openPostgres(config.DATABASE_URL, {
      connections: 4,
      onConnectionLost: (error) => {
        log.warn({ err: error }, 'a connection to PostgreSQL broke');
      },
    });
    const needs = { db, bus, log, clock: systemClock, ids: systemIds, signal };
    const components = notificationComponents(
      {
        ...needs,
        secrets: await openSecrets(config, needs),
        metrics: notificationMetrics(metrics),
        process: config.NOTIFICATION_NAME,
        partitions: config.PARTITIONS,
        rule: {
          singles: config.NOTIFICATION_SINGLES,
          windowMs: config.NOTIFICATION_WINDOW_SECONDS * SECOND_MS,
        },
        maxAgeMs: config.NOTIFICATION_MAX_AGE_SECONDS * SECOND_MS,
        ackWaitMs: config.NOTIFICATION_ACK_SECONDS * SECOND_MS,
        webhookTimeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * SECOND_MS,
        allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
        resolve: systemResolve,
        enterprise: config.TRAP_ENTERPRISE,
      },
      {
        inventory: await holdInventory(needs, { targets: true }),
        settings: await holdSettings(needs),
        silences: await holdSilences(needs),
        engine: await startSenderEngine(needs, config.NOTIFICATION_NAME),
      },
    );
    const started: Started[] = [];
    for (const component of components) started.push((await component.start(signal)) ?? {});
    return {
      ready: () => bus.connected(),
      async stop() {
        for (const { stop } of started.toReversed()) await stop?.();
        await bus.close();
        await db.destroy();
      },
    };
  },
};

await runProcess({
  name: 'notification',
  log,
  metrics,
  healthPort: config.HEALTH_PORT,
  components: [notification],
});
