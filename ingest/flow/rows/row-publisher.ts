import type { Outgoing, Publisher } from '#platform/bus/publisher.ts';
import type { Log } from '#platform/log/log.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { streams, subjectOf, type StreamKey } from '#schemas/bus/stream.ts';
import type { Table } from '#schemas/table/table.ts';
import type { CollectorMetrics } from '../collector-metrics.ts';
import type { RowsMessage } from './rows-message.ts';
import type { Spool } from './spool.ts';

interface Needs {
  readonly publisher: Publisher;
  readonly log: Log;
  readonly metrics: CollectorMetrics;
  /** Shared by the publishers of a collector. Rows that do not fit are dropped and counted. */
  readonly spool: Spool;
}

export interface RowPublisher {
  /** Accepts a message and stores it in the stream as soon as there is room. */
  readonly publish: (partition: number, message: RowsMessage) => void;
  /** Resolves once every message is stored, dropped or given up. */
  drained(): Promise<void>;
  /** Total number of dropped rows. */
  readonly droppedRows: number;
}

/** Target stream and the table of its rows. */
interface Target {
  readonly stream: StreamKey;
  readonly table: Table;
}

/**
 * Counts published rows and updates the metrics on scrape: a metric call per message would cost as much as its headers.
 */
function reportOnScrape(
  metrics: CollectorMetrics,
  stream: StreamKey,
  waitingBytes: () => number,
): (rows: number) => void {
  const labels = { stream };
  let published = 0;
  metrics.beforeText(() => {
    metrics.waiting.set(labels, waitingBytes());
    metrics.published.inc(labels, published);
    published = 0;
  });
  return (rows) => {
    published += rows;
  };
}

/** Counts that the stream was full; returns whether to offer the message again. */
const fullCounter = (metrics: CollectorMetrics, stream: StreamKey, signal: AbortSignal) => (): boolean => {
  metrics.full.inc({ stream });
  return !signal.aborted;
};

function outgoingOf(
  { stream, table }: Target,
  partition: number,
  { bytes: data, rows, firstMs: first, lastMs: last, table: own = table, inPlace = false }: RowsMessage,
): Outgoing {
  return {
    subject: subjectOf(stream, partition),
    data,
    headers: headerOf(own, { rows, first, last }),
    windowTimeMs: first,
    inPlace,
  };
}

/** Publishes rows to their stream. They wait in the spool while it is full or unreachable. */
export function rowPublisher(
  { publisher, log, metrics, spool }: Needs,
  { stream, table }: Target,
  signal: AbortSignal,
): RowPublisher {
  const labels = { stream };
  let waitingBytes = 0;
  let isDropping = false;
  let droppedRows = 0;
  const inFlight = new Set<Promise<void>>();
  const countFull = fullCounter(metrics, stream, signal);
  const countPublished = reportOnScrape(metrics, stream, () => waitingBytes);

  async function store(partition: number, message: RowsMessage): Promise<void> {
    const { rows } = message;
    const outgoing = outgoingOf({ stream, table }, partition, message);
    const published = await publisher.publish({ ...outgoing, once: true, onFull: countFull });
    if (published.ok) {
      countPublished(rows);
      return;
    }
    if (published.reason === 'full') throw new Error('stream full at shutdown');
    metrics.unconfirmed.inc(labels, rows);
    log.error({ rows, stream: streams[stream].name }, 'rows unconfirmed');
  }

  function drop(rows: number, cause: unknown): void {
    metrics.dropped.inc(labels, rows);
    droppedRows += rows;
    const reason = publisher.reportDropped(stream, rows);
    if (!isDropping) log.error({ err: cause, reason, rows, stream: streams[stream].name }, 'rows dropped');
    isDropping = true;
  }

  return {
    publish(partition, message) {
      const spooled = spool.take(message);
      if (spooled === undefined) {
        drop(message.rows, undefined);
        return;
      }
      const { length } = spooled.bytes;
      waitingBytes += length;
      const work = store(partition, spooled)
        .catch((error: unknown) => {
          drop(spooled.rows, error);
        })
        .finally(() => {
          waitingBytes -= length;
          // While rows wait, some are stored and others dropped in turns: that is one outage.
          if (waitingBytes === 0) isDropping = false;
          inFlight.delete(work);
          spool.free(spooled);
        });
      inFlight.add(work);
    },
    get droppedRows() {
      return droppedRows;
    },
    async drained() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
