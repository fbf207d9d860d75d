import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Log } from '#platform/log/log.ts';
import type { RangeLimits } from './range/range-buffer.ts';
import type { RangeArena } from './range/range-arena.ts';
import type { Semaphore } from './semaphore.ts';
import type { WriterMetrics } from './writer-metrics.ts';

export interface WriterNeeds {
  readonly bus: Bus;
  readonly clickhouse: ClickHouse;
  readonly intents: Bucket;
  readonly positions: Bucket;
  readonly deadLetters: Publisher;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly metrics: WriterMetrics;
  readonly limits: RangeLimits;
  /** Shared by all partitions. */
  readonly arena: RangeArena;
  /** Bounds the concurrent inserts of all partitions. */
  readonly insertSlots: Semaphore;
  /** Whether this process holds the lease of the partition. */
  readonly isHeld: () => boolean;
}
