import { DeliverPolicy } from '@nats-io/jetstream';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { systemClock } from '../clock/system-clock.ts';
import type { BusConnection } from './connection.ts';
import type { StoredMessage } from './streams.ts';

export interface Reading {
  readonly stream: string;
  readonly subject: string;
  /** The first sequence wanted; what is no longer stored is passed over. */
  readonly fromSeq: number;
  /** Bytes in flight at most. Past about 64 MB the server stalls (natscli #1630), so 16 MiB by default. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
}

const DEFAULT_MAX_BYTES = 16 * 1024 ** 2;
const RETRY_MS = 250;

const received = (message: JsMsg): StoredMessage => ({
  seq: message.seq,
  subject: message.subject,
  data: message.data,
  timeMs: message.time.getTime(),
  header: (name) => (message.headers?.has(name) === true ? message.headers.get(name) : undefined),
});

async function consume(
  bus: BusConnection,
  { stream, subject, ...reading }: Reading,
): Promise<ConsumerMessages> {
  const consumer = await bus.streams.consumers.get(stream, {
    filter_subjects: subject,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: Math.max(reading.fromSeq, 1),
  });
  return consumer.consume({ max_bytes: reading.maxBytes ?? DEFAULT_MAX_BYTES });
}

/** One consumer's life: ends when the signal is aborted, when the server was restarted, or when the consumer fails. */
async function* oneConsumer(bus: BusConnection, reading: Reading): AsyncGenerator<StoredMessage> {
  const { signal } = reading;
  const messages = await consume(bus, reading);
  const stop = (): void => {
    void messages.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  // The consumer lives in the server's memory: behind a restart a fresh one is quicker than its missed heartbeats.
  const forget = bus.onReconnect(stop);
  try {
    if (signal.aborted) return;
    for await (const message of messages) yield received(message);
  } finally {
    forget();
    signal.removeEventListener('abort', stop);
    // Not awaited: of messages that nobody began to iterate over it never resolves, and an abort can come before that.
    void messages.close();
  }
}

/** Ends, instead of failing, when waiting and another attempt may help. */
async function* untilItFails(bus: BusConnection, reading: Reading): AsyncGenerator<StoredMessage> {
  try {
    yield* oneConsumer(bus, reading);
  } catch (error) {
    if (isPermanent(error)) throw error;
  }
}

/**
 * The messages of a subject in the order of the stream, from a position on, for ever: an ephemeral consumer without
 * acknowledgement. Ends when the signal is aborted. A restart of the server is survived: reading goes on behind the last
 * message that was handed out, so that each comes once. The position is the caller's to keep.
 */
export async function* orderedReader(bus: BusConnection, reading: Reading): AsyncGenerator<StoredMessage> {
  const { signal } = reading;
  let nextSeq = Math.max(reading.fromSeq, 1);
  while (!signal.aborted && !bus.nats.isClosed()) {
    for await (const message of untilItFails(bus, { ...reading, fromSeq: nextSeq })) {
      if (signal.aborted) return;
      // The consumer was made anew within: what came before is known.
      if (message.seq < nextSeq) continue;
      nextSeq = message.seq + 1;
      yield message;
    }
    if (!signal.aborted) await systemClock.wait(RETRY_MS, signal);
  }
}

/** The stream itself is gone or refuses us: no waiting helps. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error && error.name === 'StreamNotFoundError';
