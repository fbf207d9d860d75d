import { openBus } from '#platform/bus/bus.ts';
import { respondToHolds } from '#platform/bus/respond-to-holds.ts';
import { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { configure } from '#platform/env/config.ts';
import { systemIds } from '#platform/id/id.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { ProcessBeats } from '#platform/lifecycle/process-beats.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { RangeArena } from './range/range-arena.ts';
import { watchStreams } from './watch-streams.ts';
import { Semaphore } from './semaphore.ts';
import { writerMetrics } from './writer-metrics.ts';
import { writerComponent } from './writer-component.ts';
import { writerEnvironment } from './environment.ts';

/** Rows whose insert costs as much as the parts and merges around it. */
const SPARSE_ROWS = 10_000;

const config = configure(writerEnvironment);

const log = openLog('writer', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });
const tracing = await startTracing(config, { process: 'writer', instance: config.WRITER_NAME, log, metrics });
const beats = new ProcessBeats({
  process: 'writer',
  instance: config.WRITER_NAME,
  metrics,
  clock: systemClock,
  ids: systemIds,
});

const writing: Component = {
  name: 'writer',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-writer');
    respondToHolds(bus, 'writer', signal);
    runConfigurationCommand(bus, { process: 'writer', instance: config.WRITER_NAME, config, signal });
    beats.start(bus, signal);
    await bus.ensureStreams(Object.values(streams));
    const clickhouse = openClickHouse(config.CLICKHOUSE_URL);
    const deadLetters = bus.publisher();
    const shown = writerMetrics(metrics);
    const letters = new DroppedLetters(bus, await bus.bucket(buckets.letters));
    await letters.start();
    watchStreams(
      { bus, clock: systemClock, streams: Object.values(streams), log, metrics: shown, letters },
      signal,
    );
    const started = await writerComponent(
      {
        bus,
        clickhouse,
        deadLetters,
        intents: await bus.bucket(buckets.intents),
        positions: await bus.bucket(buckets.positions),
        clock: systemClock,
        ids: systemIds,
        log,
        metrics: shown,
        limits: {
          bytes: config.WRITER_RANGE_BYTES,
          rows: config.WRITER_RANGE_ROWS,
          ageMs: config.WRITER_RANGE_MS,
          sparse: { rows: SPARSE_ROWS, ageMs: config.WRITER_SPARSE_MS },
        },
        arena: new RangeArena(),
        insertSlots: new Semaphore(config.WRITER_INSERTS),
      },
      { writer: config.WRITER_NAME, partitions: config.PARTITIONS, within: config.within },
    ).start(signal);
    return {
      ready: async () => bus.connected() && (await started?.ready?.()) === true,
      async stop() {
        await started?.stop?.();
        deadLetters.close();
        await clickhouse.close();
        await bus.close();
      },
    };
  },
};

await runProcess({
  name: 'writer',
  components: [tracing, writing],
  log,
  metrics,
  beats,
  healthPort: config.HEALTH_PORT,
});
