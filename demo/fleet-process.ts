import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { port } from '#platform/env/variable.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import type { FleetArguments } from './arguments.ts';
import { fleetComponent } from './fleet-component.ts';

/** Runs the agents and exporters until the signal aborts. */
export async function fleetProcess(options: FleetArguments): Promise<void> {
  const { HOST, HEALTH_PORT, LOG_LEVEL, NETFLOW_PORT, IPFIX_PORT } = configure(
    z.object({
      HOST: standard.HOST,
      HEALTH_PORT: standard.HEALTH_PORT,
      LOG_LEVEL: standard.LOG_LEVEL,
      NETFLOW_PORT: port(2_055),
      IPFIX_PORT: port(4_739),
    }),
  );
  const log = openLog('fleet', LOG_LEVEL);
  const component = fleetComponent({
    options,
    collector: {
      // The devices stand on loopback: a collector that listens everywhere is reached there too.
      address: HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST,
      netflowPort: NETFLOW_PORT,
      ipfixPort: IPFIX_PORT,
    },
    clock: systemClock,
    log,
  });
  await runProcess({
    name: 'fleet',
    components: [component],
    log,
    metrics: openMetrics(),
    healthPort: HEALTH_PORT,
  });
}
