import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { systemIds } from '#platform/id/id.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { systemResolve } from '#platform/outbound/find-address.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { openSecrets } from '#platform/secret/open-secrets.ts';
import { allowedAgents } from '../snmp/agent/allowed-agents.ts';
import { DiscoveryWorker } from './discovery-worker.ts';
import { discoveryMetrics } from './discovery-metrics.ts';
import { listInventoryDevices } from './proposal/inventory-devices.ts';
import { listInventorySites } from './proposal/moved-site.ts';
import { respondToProbes } from './respond-to-probes.ts';
import { RunStore } from './run/run-store.ts';
import { discoveryEnvironment } from './environment.ts';

const config = configure(discoveryEnvironment);

const log = openLog('discovery', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const beats = new ProcessBeats({ process: 'discovery', metrics, clock: systemClock, ids: systemIds });
const clock = systemClock;
/** Time a device being read gets at shutdown; another process continues the run. */
const DRAIN_MS = 8_000;

/** Each run may wait for a statement; these remain for heartbeats and the queue. */
const SHARED_CONNECTIONS = 2;

const discovering: Component = {
  name: 'discovery',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-discovery');
    runConfigurationCommand(bus, { process: 'discovery', config, signal });
    beats.start(bus, signal);
    const db = openPostgres(config.DATABASE_URL, { connections: config.DISCOVERY_RUNS + SHARED_CONNECTIONS });
    const secrets = await openSecrets(config, { db, ids: systemIds, log });
    const { open: openAgent, refusalOf } = allowedAgents({
      resolve: systemResolve,
      networks: config.SNMP_ALLOWED_NETWORKS,
      log,
    });
    const discovery = new DiscoveryWorker({
      store: new RunStore(db, clock, systemIds.uuid()),
      known: (customer) => listInventoryDevices(db, customer),
      sites: (customer) => listInventorySites(db, customer),
      openAgent: (address, access, patience) =>
        openAgent({ address, access }, patience, { engine: undefined }),
      secrets,
      bus,
      clock,
      log,
      metrics: discoveryMetrics(metrics),
      maxRuns: config.DISCOVERY_RUNS,
    });
    discovery.start(signal);
    respondToProbes({ bus, secrets, clock, openAgent, refusalOf, log }, signal);
    return {
      ready: () => bus.connected(),
      async stop() {
        await Promise.race([discovery.idle(), clock.wait(DRAIN_MS)]);
        await db.destroy();
        await bus.close();
      },
    };
  },
};

await runProcess({
  name: 'discovery',
  components: [discovering],
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
});
