import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { subjectOf } from '#schemas/bus/stream.ts';
import type { StreamKey } from '#schemas/bus/stream.ts';
import type { Table } from '#schemas/table/table.ts';
import type { FlowMetrics } from './flow-metrics.ts';
import type { RowsMessage } from './rows-message.ts';

/** Rows kept while the stream is full or away; past it rows are given up, and counted. */
const SPOOL_BYTES = 128 * 1024 ** 2;
const RETRY_MS = 500;

interface Needs {
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: FlowMetrics;
}

export interface RowPublisher {
  /** Takes a message; it is stored in the stream as soon as there is room. */
  readonly take: (partition: number, message: RowsMessage) => void;
  /** Resolves when everything taken is stored or given up. */
  drained(): Promise<void>;
  /** Rows that were given up, ever. */
  readonly lost: number;
}

/** Where rows go: a stream, and the table that they belong to. */
interface Target {
  readonly stream: StreamKey;
  readonly table: Table;
}

/** Puts rows into their stream, with a bounded spool in memory for when it is full or away. */
export function rowPublisher(
  { publisher, clock, log, metrics }: Needs,
  { stream, table }: Target,
  signal: AbortSignal,
): RowPublisher {
  const labels = { stream };
  let waitingBytes = 0;
  let spilling = false;
  let lost = 0;
  const under = new Set<Promise<void>>();
  let published = 0;
  metrics.beforeText(() => {
    metrics.waiting.set(labels, waitingBytes);
    metrics.published.inc(labels, published);
    published = 0;
  });

  async function store(partition: number, message: RowsMessage): Promise<void> {
    const { bytes, rows, firstMs, lastMs, inPlace = false } = message;
    const subject = subjectOf(stream, partition);
    const headers = headerOf(table, { rows, first: firstMs, last: lastMs });
    while (!(await publisher.publish({ subject, data: bytes, headers, inPlace })).ok) {
      metrics.full.inc(labels);
      if (signal.aborted) throw new Error('the stream is full and the process ends');
      await clock.wait(RETRY_MS, signal);
    }
    published += rows;
    spilling = false;
  }

  function giveUp(rows: number, cause: unknown): void {
    metrics.dropped.inc(labels, rows);
    lost += rows;
    publisher.gaveUp(stream, rows);
    if (!spilling) log.error({ err: cause, rows, stream }, 'rows are given up: the stream takes nothing');
    spilling = true;
  }

  return {
    take(partition, message) {
      const { length } = message.bytes;
      if (waitingBytes + length > SPOOL_BYTES) {
        giveUp(message.rows, undefined);
        message.release?.();
        return;
      }
      waitingBytes += length;
      const work = store(partition, message)
        .catch((error: unknown) => {
          giveUp(message.rows, error);
        })
        .finally(() => {
          waitingBytes -= length;
          under.delete(work);
          message.release?.();
        });
      under.add(work);
    },
    get lost() {
      return lost;
    },
    async drained() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
