import { DeliverPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { systemClock } from '../clock/system-clock.ts';
import type { BusConnection } from './connection.ts';
import { lostTailOf, type ReadMark, type StoredMessage } from './streams.ts';

export interface ReadOptions {
  readonly stream: string;
  readonly subject: string;
  /** First sequence to read; messages that are no longer stored are skipped. */
  readonly fromSeq: number;
  readonly signal: AbortSignal;
}

/**
 * Messages per request, 12 MiB of a collector's: above about 64 MB in flight the server stalls (natscli #1630). A limit in
 * bytes does not work: the server ends a request whose rest is smaller than the next message (409, "Message Size Exceeds
 * MaxBytes"), and an idle client then waits for two heartbeats that never come.
 */
const BATCH_MESSAGES = 25;
const EXPIRES_MS = 30_000;
/** After two missing heartbeats the client sends a new request. */
const HEARTBEAT_MS = 5_000;
const RETRY_MS = 250;

const received = (message: JsMsg): StoredMessage => ({
  seq: message.seq,
  subject: message.subject,
  data: message.data,
  timeMs: message.time.getTime(),
  header: (name) => (message.headers?.has(name) === true ? message.headers.get(name) : undefined),
});

const consumerOf = (bus: BusConnection, { stream, subject, fromSeq }: ReadOptions): Promise<Consumer> =>
  bus.streams.consumers.get(stream, {
    filter_subjects: subject,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: Math.max(fromSeq, 1),
  });

/** Identifies the stream by its creation time, and by the last message that was read of it. */
class Identity {
  readonly #bus: BusConnection;
  readonly #stream: string;
  #created: string | undefined;
  #consumer = '';
  /** The last message that was handed out. */
  read: ReadMark | undefined;

  constructor(bus: BusConnection, stream: string) {
    this.#bus = bus;
    this.#stream = stream;
  }

  /** The client recreates a lost consumer itself, also on another stream of the same name. */
  async checkConsumer(name: string): Promise<void> {
    if (name === this.#consumer) return;
    await this.check();
    this.#consumer = name;
  }

  async check(): Promise<void> {
    const { created } = await this.#bus.admin.streams.info(this.#stream);
    this.#created ??= created;
    if (created !== this.#created) throw new StreamRecreatedError(`stream ${this.#stream} was recreated`);
    if (this.read === undefined) return;
    const retained = await lostTailOf(this.#bus, this.#stream, this.read);
    if (retained !== undefined)
      throw new StreamTailLostError(
        `stream ${this.#stream} lost its messages from ${String(retained + 1)} to ${String(this.read.seq)}`,
      );
  }
}

interface Attempt {
  readonly reading: ReadOptions;
  readonly identity: Identity;
}

/**
 * Reads with one consumer. Ends when the signal aborts, the server was restarted, or the consumer fails. It requests more only
 * when the previous messages were consumed: the client's own continuous mode would buffer a full stream for a slow reader.
 */
async function* oneConsumer(
  bus: BusConnection,
  { reading, identity }: Attempt,
): AsyncGenerator<StoredMessage> {
  const { signal } = reading;
  const over = new AbortController();
  const stop = (): void => {
    over.abort();
  };
  signal.addEventListener('abort', stop, { once: true });
  // The consumer is in the server's memory: after a restart a new one is faster than its missed heartbeats.
  const forget = bus.onReconnect(stop);
  try {
    await identity.check();
    const consumer = await consumerOf(bus, reading);
    while (!signal.aborted && !over.signal.aborted)
      for await (const message of oneBatch(consumer, over.signal)) {
        await identity.checkConsumer(message.info.consumer);
        yield received(message);
      }
  } finally {
    forget();
    signal.removeEventListener('abort', stop);
  }
}

async function* oneBatch(consumer: Consumer, signal: AbortSignal): AsyncGenerator<JsMsg> {
  const messages = await consumer.fetch({
    max_messages: BATCH_MESSAGES,
    expires: EXPIRES_MS,
    idle_heartbeat: HEARTBEAT_MS,
  });
  const stop = (): void => {
    void messages.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    yield* messages;
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: it never resolves for messages that were never iterated, and an abort can come before the iteration.
    void messages.close();
  }
}

/** Ends instead of failing when another attempt may succeed. */
async function* untilItFails(bus: BusConnection, attempt: Attempt): AsyncGenerator<StoredMessage> {
  try {
    yield* oneConsumer(bus, attempt);
  } catch (error) {
    if (isPermanent(error)) throw error;
  }
}

/**
 * Yields the messages of a subject in stream order from a position on, forever, with an ephemeral consumer without
 * acknowledgements. Ends when the signal aborts. Survives a restart of the server: reading continues after the last message, so
 * each arrives once. The caller keeps the position. Throws a StreamRecreatedError when the stream is recreated, or has lost messages that were
 * read: their sequences are given to others.
 */
export async function* orderedReader(
  bus: BusConnection,
  reading: ReadOptions,
): AsyncGenerator<StoredMessage> {
  const { signal } = reading;
  const identity = new Identity(bus, reading.stream);
  let nextSeq = Math.max(reading.fromSeq, 1);
  while (!signal.aborted && !bus.nats.isClosed()) {
    for await (const message of untilItFails(bus, { reading: { ...reading, fromSeq: nextSeq }, identity })) {
      if (signal.aborted) return;
      // Earlier messages were already handed out.
      if (message.seq < nextSeq) continue;
      nextSeq = message.seq + 1;
      identity.read = { seq: message.seq, timeMs: message.timeMs };
      yield message;
    }
    if (!signal.aborted) await systemClock.wait(RETRY_MS, signal);
  }
}

/** The stream does not exist or denies access: retries do not help. */
const isPermanent = (error: unknown): boolean =>
  error instanceof StreamRecreatedError || (error instanceof Error && error.name === 'StreamNotFoundError');

/** The stream was recreated during a read: its sequences refer to other messages, none of which has been read. */
export class StreamRecreatedError extends Error {
  override readonly name: string = 'StreamRecreatedError';
}

/** The stream lost messages that were read, as a broker does whose power failed: their sequences are those of later messages. */
export class StreamTailLostError extends StreamRecreatedError {
  override readonly name = 'StreamTailLostError';
}
