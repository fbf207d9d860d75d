import type { Outgoing, Publisher } from '#platform/bus/publisher.ts';
import type { Log } from '#platform/log/log.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, streams, subjectOf } from '#schemas/bus/stream.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { samples } from '#schemas/table/samples.ts';
import type { PollerMetrics } from './poller-metrics.ts';
import type { SampleRow } from './sample-rows.ts';

const codec = codecOf(samples);
/** Holds the poll of a device with 100 ports. A larger one is split. */
const ROWS_PER_MESSAGE = 2_000;
/** Limit of pending rows. Above it no poll is started. */
const MAX_PENDING_BYTES = 64 * 1024 ** 2;

export interface OutboxNeeds {
  readonly publisher: Publisher;
  readonly partitions: number;
  readonly log: Log;
  readonly metrics: Pick<PollerMetrics, 'rows' | 'full' | 'unconfirmed' | 'held'>;
  readonly signal: AbortSignal;
  /** Polling interval, sent with each poll so that consumers can distinguish a missed poll from one that is not due. */
  readonly intervalMs?: number;
}

/** Publishes rows to the SAMPLES stream. */
export class Outbox {
  readonly #needs: OutboxNeeds;
  #pendingBytes = 0;

  constructor(needs: OutboxNeeds) {
    this.#needs = needs;
  }

  /** Whether another poll may start. */
  get hasRoom(): boolean {
    return this.#pendingBytes < MAX_PENDING_BYTES;
  }

  /**
   * Resolves once the rows, of one customer, are stored in the stream or given up. Rows sent again with the same id are stored once, as
   * long as the stream recognises the id.
   */
  async send(rows: readonly SampleRow[], id: string): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE)
      await this.#sendMessage(rows.slice(at, at + ROWS_PER_MESSAGE), `${id}.${String(at)}`);
  }

  async #sendMessage(rows: readonly SampleRow[], id: string): Promise<void> {
    const [any] = rows;
    if (any === undefined) return;
    let [first, last] = [any.at, any.at];
    for (const { at } of rows) {
      if (at < first) first = at;
      else if (at > last) last = at;
    }
    const { partitions, metrics, intervalMs: interval } = this.#needs;
    const data = codec.encode(rows);
    this.#addPending(data.length);
    try {
      const isStored = await this.#publish({
        subject: subjectOf('samples', partitionOf(any.customer, partitions)),
        data,
        id,
        windowTimeMs: first,
        headers: headerOf(samples, {
          rows: rows.length,
          first,
          last,
          ...(interval !== undefined && { interval }),
        }),
      });
      if (isStored) metrics.rows.inc(rows.length);
      else this.#reportUnconfirmed(rows.length);
    } finally {
      this.#addPending(-data.length);
    }
  }

  #reportUnconfirmed(rows: number): void {
    const { log, metrics } = this.#needs;
    metrics.unconfirmed.inc(rows);
    log.error({ rows, stream: streams.samples.name }, 'rows unconfirmed');
  }

  /**
   * Retries while the stream is full, until the poller stops. Returns whether the message is stored: an attempt may have been, and
   * would be stored twice once the stream does not recognise the repetition any more.
   */
  async #publish(message: Outgoing): Promise<boolean> {
    const { publisher, metrics, signal } = this.#needs;
    const onFull = (): boolean => {
      metrics.full.inc();
      return !signal.aborted;
    };
    const published = await publisher.publish({ ...message, once: true, onFull });
    if (published.ok) return true;
    signal.throwIfAborted();
    return false;
  }

  #addPending(bytes: number): void {
    this.#pendingBytes += bytes;
    this.#needs.metrics.held.set(this.#pendingBytes);
  }
}
