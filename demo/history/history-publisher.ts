import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { headerNames, headerOf } from '#schemas/bus/header.ts';
import { streams, subjectOf, type StreamKey } from '#schemas/bus/stream.ts';
import type { Table } from '#schemas/table/table.ts';

const FULL_WAIT_MS = 250;

export interface HistoryBatch {
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Increases from message to message and is the same on each run. */
  readonly batch: number;
  /** Seconds since 1970: first and last moment of the rows. */
  readonly at: number;
  readonly until: number;
}

export interface HistoryTarget {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Behind those of the engine, whose batch numbers history must not disturb; the writer reads it too. */
  readonly partition: number;
}

export interface HistoryPublisher {
  /** Takes a batch into the queue, or passes it over when an earlier run published it. */
  readonly add: (batch: HistoryBatch) => void;
  /** Resolves when the stream has stored everything in the queue. */
  readonly settle: () => Promise<void>;
  readonly published: () => number;
}

/**
 * Publishes the history of one stream, one message at a time: the stored messages are always a prefix, and the batch
 * number of the last message is where an interrupted run continues.
 */
export async function historyPublisher(
  { bus, clock, partition }: HistoryTarget,
  stream: StreamKey,
  table: Table,
): Promise<HistoryPublisher> {
  const subject = subjectOf(stream, partition);
  const last = await bus.lastMessage(streams[stream].name, subject);
  const known = Number(last?.header(headerNames.batch) ?? -1);
  const publisher = bus.publisher(1);
  let queue: HistoryBatch[] = [];
  let published = 0;
  const send = async ({ bytes, rows, batch, at, until }: HistoryBatch): Promise<void> => {
    const headers = headerOf(table, { rows, batch, first: at * 1_000, last: until * 1_000 });
    for (;;) {
      const response = await publisher.publish({ subject, data: bytes, headers });
      if (response.ok) return;
      // The writer is behind; the stream takes more when it has caught up.
      await clock.wait(FULL_WAIT_MS);
    }
  };
  return {
    add(batch) {
      if (batch.batch > known) queue.push(batch);
    },
    async settle() {
      const batches = queue;
      queue = [];
      for (const batch of batches) await send(batch);
      published += batches.length;
    },
    published: () => published,
  };
}
