import { setPriority } from 'node:os';
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
import { HOUR_MS } from '#schemas/time/duration.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { jobsEnvironment } from './environment.ts';
import { jobsMetrics } from './jobs-metrics.ts';
import { Chromium, hasChromium } from './pdf/chromium.ts';
import { reportRenderer } from './render.ts';
import { RenderWorker } from './render-worker.ts';

const config = configure(jobsEnvironment);

/** Those who look at the console go first where a machine has both: Chromium has the niceness of this process. */
const NICENESS = 10;
setPriority(NICENESS);

const log = openLog('jobs', config.LOG_LEVEL);
const registry = openMetrics({ defaults: true });
const metrics = jobsMetrics(registry);
const clock = systemClock;
const instance = config.JOBS_NAME;
const beats = new ProcessBeats({ process: 'jobs', instance, metrics: registry, clock, ids: systemIds });
/** Each report has a heartbeat and a statement; one more for the queue. */
const CONNECTIONS = 2;
const MEBIBYTE = 1_048_576;

const rendering: Component = {
  name: 'jobs',
  async start(signal) {
    const path = config.CHROMIUM_PATH;
    const isInstalled = await hasChromium(path);
    metrics.chromium.set(isInstalled ? 1 : 0);
    if (!isInstalled) log.error({ path }, 'chromium missing');
    const bus = await openBus(config.NATS_URL, 'telltale-jobs');
    runConfigurationCommand(bus, { process: 'jobs', instance, config, signal });
    beats.start(bus, signal);
    const db = openPostgres(config.DATABASE_URL, { connections: config.JOBS_RENDERERS + CONNECTIONS });
    const chromium = new Chromium({
      path,
      origin: new URL(config.CONSOLE_URL).origin,
      maxReports: config.CHROMIUM_REPORTS,
      maxMemoryBytes: config.CHROMIUM_MEMORY_MIB * MEBIBYTE,
      metrics,
    });
    const render = reportRenderer({
      chromium,
      consoleUrl: config.CONSOLE_URL,
      publicUrl: config.PUBLIC_URL,
      clock,
      maxMemoryBytes: config.CHROMIUM_MAX_MEMORY_MIB * MEBIBYTE,
    });
    const worker = new RenderWorker({ db, clock, ids: systemIds, log, metrics, name: instance, render });
    worker.start(config.JOBS_RENDERERS, signal);
    clock.every(HOUR_MS, () => worker.sweep(), signal);
    return {
      ready: () => bus.connected(),
      async stop() {
        await worker.idle();
        await chromium.close();
        await bus.close();
        await db.destroy();
      },
    };
  },
};

await runProcess({
  name: 'jobs',
  components: [rendering],
  log,
  metrics: registry,
  beats,
  healthPort: config.HEALTH_PORT,
});
