import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { systemIds } from '#platform/id/id.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { engineComponents } from '#engine/engine.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';

/**
 * The engine as a separate process, without PostgreSQL: `node engine-process.ts NATS_URL FILE [NAME]`, where the file holds
 * inventory and alarms (V8's structured clone format). For tests that kill it.
 */
const [url = '', file = '', engine = 'engine'] = process.argv.slice(2);
const {
  inventory,
  alarms,
  checkpointMs = 150,
  partitions = 2,
  ...windows
} = deserialize(readFileSync(file)) as {
  readonly inventory: Inventory;
  readonly alarms: readonly AlarmDefinition[];
  readonly windowSeconds: number;
  readonly allowedLatenessMs: number;
  readonly flowAllowedLatenessMs?: number;
  readonly idleTimeoutMs?: number;
  readonly checkpointMs?: number;
  readonly partitions?: number;
  readonly leaseMs?: number;
};
const log = openLog('engine', 'warn');
const metrics = openMetrics();
const bus = await openBus(url, 'engine under test');

await runProcess({
  name: 'engine',
  log,
  metrics,
  healthPort: 0,
  components: engineComponents({
    bus,
    log,
    clock: systemClock,
    metrics: engineMetrics(metrics),
    engine,
    epoch: systemIds.uuid(),
    ...windows,
    partitions,
    checkpointMs,
    configuration: () => Promise.resolve({ inventory: { current: inventory }, alarms: { current: alarms } }),
  }),
});
