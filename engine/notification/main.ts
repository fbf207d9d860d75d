import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { systemIds } from '#platform/id/id.ts';
import { watchInventory } from '#platform/inventory/inventory-cache.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { startEach } from '#platform/lifecycle/start-each.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets } from '#platform/secret/open-secrets.ts';
import { watchSilences } from '#platform/silence/load.ts';
import { watchSettings } from './configuration/settings.ts';
import { readDkimKey } from './mail/dkim-key.ts';
import { notificationMetrics } from './notification-metrics.ts';
import { notificationComponents } from './notification.ts';
import { startSenderEngine } from './snmp-trap/sender-engine.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { notificationEnvironment } from './environment.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const config = configure(notificationEnvironment);

const log = openLog('notification', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const beats = new ProcessBeats({
  process: 'notification',
  instance: config.NOTIFICATION_NAME,
  metrics,
  clock: systemClock,
  ids: systemIds,
});

/** Everything needs the settings, and loading them takes as long as the stores are unavailable. */
const notification: Component = {
  name: 'notification',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'notification', (error, subject) => {
      log.error({ err: error, subject }, 'bus message handler failed');
    });
    const instance = config.NOTIFICATION_NAME;
    runConfigurationCommand(bus, { process: 'notification', instance, config, signal });
    beats.start(bus, signal);
    const db = openPostgres(config.DATABASE_URL, {
      connections: 4,
      onConnectionLost: (error) => {
        log.warn({ err: error }, 'postgres connection lost');
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
        publicUrl: config.PUBLIC_URL === '' ? undefined : config.PUBLIC_URL,
        webhookTimeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * SECOND_MS,
        allowedNetworks: {
          webhook: config.WEBHOOK_ALLOWED_NETWORKS,
          mail: config.MAIL_ALLOWED_NETWORKS,
          trap: config.TRAP_ALLOWED_NETWORKS,
        },
        resolve: systemResolve,
        enterprise: config.TRAP_ENTERPRISE,
        dkim: readDkimKey(config),
      },
      {
        inventory: await watchInventory(needs, { targets: true }),
        settings: await watchSettings(needs),
        silences: await watchSilences(needs),
        engine: await startSenderEngine(needs, config.NOTIFICATION_NAME),
      },
    );
    const started = await startEach(components, signal);
    return {
      ready: () => bus.connected(),
      async stop() {
        await started.stop();
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
  beats,
  healthPort: config.HEALTH_PORT,
  components: [notification],
});
