import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import { answerHold } from '#platform/bus/hold.ts';
import { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { answerConfiguration } from '#platform/env/answer-configuration.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { textVariable, wholeNumber } from '#platform/env/variable.ts';
import { systemIds } from '#platform/id/id.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { ownedPartitions } from './owned-partitions.ts';
import { RangeArena } from './range/range-arena.ts';
import { watchStreams } from './watch-streams.ts';
import { Semaphore } from './semaphore.ts';
import { writerMetrics } from './writer-metrics.ts';
import { writerComponent } from './writer-component.ts';

/** Rows whose insert costs as much as the parts and merges around it. */
const SPARSE_ROWS = 10_000;

const config = configure(
  z
    .object({
      NATS_URL: standard.NATS_URL,
      CLICKHOUSE_URL: standard.CLICKHOUSE_URL,
      PARTITIONS: standard.PARTITIONS,
      HEALTH_PORT: standard.HEALTH_PORT,
      LOG_LEVEL: standard.LOG_LEVEL,
      /** Partitions written by this process, comma-separated. Empty means all. */
      WRITER_PARTITIONS: textVariable(''),
      /** A range ends at this many bytes, rows or milliseconds, whichever comes first. */
      WRITER_RANGE_BYTES: wholeNumber(1, 256 * 1024 ** 2, 64 * 1024 ** 2),
      WRITER_RANGE_ROWS: wholeNumber(1, 2_000_000, 500_000),
      WRITER_RANGE_MS: wholeNumber(10, 60_000, 1_000),
      /** The same for flows and samples while there are few. */
      WRITER_SPARSE_MS: wholeNumber(10, 60_000, 5_000),
      /** Concurrent inserts of this process. */
      WRITER_INSERTS: wholeNumber(1, 64, 2),
    })
    .transform((given, context) => {
      const partitions = ownedPartitions(given.WRITER_PARTITIONS, given.PARTITIONS);
      if (partitions.ok) return { ...given, partitions: partitions.value };
      context.addIssue({ code: 'custom', path: ['WRITER_PARTITIONS'], message: partitions.reason });
      return z.NEVER;
    }),
);

const log = openLog('writer', config.LOG_LEVEL);
const metrics = openMetrics({ defaults: true });

const writing: Component = {
  name: 'writer',
  async start(signal) {
    const bus = await openBus(config.NATS_URL, 'telltale-writer');
    answerHold(bus, 'writer', signal);
    answerConfiguration(bus, { process: 'writer', config, signal });
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
      config.partitions,
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

await runProcess({ name: 'writer', components: [writing], log, metrics, healthPort: config.HEALTH_PORT });
