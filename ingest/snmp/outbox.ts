import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { headerOf } from '#schemas/bus/header.ts';
import { partitionOf, subjectOf } from '#schemas/bus/stream.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { samples } from '#schemas/table/samples.ts';
import type { PollerMetrics } from './poller-metrics.ts';
import type { SampleRow } from './sample-rows.ts';

const codec = codecOf(samples);
/** One message holds the poll of a device of 100 ports whole; a larger one is split. */
const ROWS_PER_MESSAGE = 2_000;
const RETRY_MS = 500;
/** Rows that wait for the bus. Above this no poll is started. */
const MOST_HELD_BYTES = 64 * 1024 ** 2;

export interface OutboxNeeds {
  readonly publisher: Publisher;
  readonly partitions: number;
  readonly clock: Clock;
  readonly metrics: PollerMetrics;
  readonly signal: AbortSignal;
  /** How often devices are polled: told with each poll, so that silence can be told from waiting. */
  readonly intervalMs?: number;
}

/** Brings rows into the stream SAMPLES. */
export class Outbox {
  readonly #needs: OutboxNeeds;
  #held = 0;

  constructor(needs: OutboxNeeds) {
    this.#needs = needs;
  }

  /** Whether there is room for one more poll. */
  get hasRoom(): boolean {
    return this.#held < MOST_HELD_BYTES;
  }

  /** Resolves when the rows are stored in the stream. Rows of one customer and one time, in their order. */
  async send(rows: readonly SampleRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE)
      await this.#sendMessage(rows.slice(at, at + ROWS_PER_MESSAGE));
  }

  async #sendMessage(rows: readonly SampleRow[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { partitions, metrics, intervalMs: interval } = this.#needs;
    const data = codec.encode(rows);
    this.#hold(data.length);
    try {
      await this.#publish({
        subject: subjectOf('samples', partitionOf(first.customer, partitions)),
        data,
        headers: headerOf(samples, {
          rows: rows.length,
          first: first.at,
          last: first.at,
          ...(interval !== undefined && { interval }),
        }),
      });
      metrics.rows.inc(rows.length);
    } finally {
      this.#hold(-data.length);
    }
  }

  /** A full stream is offered the message again until it takes it, or until the poller stops. */
  async #publish(message: Parameters<Publisher['publish']>[0]): Promise<void> {
    const { publisher, clock, metrics, signal } = this.#needs;
    for (;;) {
      const published = await publisher.publish(message);
      if (published.ok) return;
      metrics.full.inc();
      await clock.wait(RETRY_MS, signal);
      signal.throwIfAborted();
    }
  }

  #hold(bytes: number): void {
    this.#held += bytes;
    this.#needs.metrics.held.set(this.#held);
  }
}
