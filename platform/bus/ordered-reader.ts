import { DeliverPolicy } from '@nats-io/jetstream';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import { systemClock } from '../clock/system-clock.ts';
import type { BusConnection } from './connection.ts';
import { StreamRenewedError } from './stream-renewed.ts';
import type { StoredMessage } from './streams.ts';

export interface Reading {
  readonly stream: string;
  readonly subject: string;
  /** The first sequence wanted; what is no longer stored is passed over. */
  readonly fromSeq: number;
  readonly signal: AbortSignal;
}

/**
 * Messages that are asked for at a time, 12 MiB of a collector's: past about 64 MB in flight the server stalls (natscli #1630). A bound in
 * bytes is none to be had: the server ends a request whose rest is smaller than the next message (409, "Message Size Exceeds MaxBytes"),
 * and the client, when it has nothing else to hand out, then waits for two heartbeats that never come.
 */
const BATCH_MESSAGES = 25;
const EXPIRES_MS = 30_000;
/** When two of these do not come, the client asks anew. */
const HEARTBEAT_MS = 5_000;
const RETRY_MS = 250;

const received = (message: JsMsg): StoredMessage => ({
  seq: message.seq,
  subject: message.subject,
  data: message.data,
  timeMs: message.time.getTime(),
  header: (name) => (message.headers?.has(name) === true ? message.headers.get(name) : undefined),
});

const consumerOf = (bus: BusConnection, { stream, subject, fromSeq }: Reading): Promise<Consumer> =>
  bus.streams.consumers.get(stream, {
    filter_subjects: subject,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: Math.max(fromSeq, 1),
  });

/** Knows the stream by the time at which it was made. */
class Identity {
  readonly #bus: BusConnection;
  readonly #stream: string;
  #created: string | undefined;
  #consumer = '';

  constructor(bus: BusConnection, stream: string) {
    this.#bus = bus;
    this.#stream = stream;
  }

  /** The client makes a consumer anew by itself when its own is gone, also on another stream of the name. */
  async checkConsumer(name: string): Promise<void> {
    if (name === this.#consumer) return;
    await this.check();
    this.#consumer = name;
  }

  async check(): Promise<void> {
    const { created } = await this.#bus.admin.streams.info(this.#stream);
    this.#created ??= created;
    if (created !== this.#created) throw new StreamRenewedError(`stream ${this.#stream} was made anew`);
  }
}

interface Attempt {
  readonly reading: Reading;
  readonly identity: Identity;
}

/**
 * One consumer's life: ends when the signal is aborted, when the server was restarted, or when the consumer fails. More is asked for
 * when everything before was taken: the client's own way to go on asking takes in a whole stream for a reader that is slow.
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
  // The consumer lives in the server's memory: behind a restart a fresh one is quicker than its missed heartbeats.
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
    // Not awaited: of messages that nobody began to iterate over it never resolves, and an abort can come before that.
    void messages.close();
  }
}

/** Ends, instead of failing, when waiting and another attempt may help. */
async function* untilItFails(bus: BusConnection, attempt: Attempt): AsyncGenerator<StoredMessage> {
  try {
    yield* oneConsumer(bus, attempt);
  } catch (error) {
    if (isPermanent(error)) throw error;
  }
}

/**
 * The messages of a subject in the order of the stream, from a position on, for ever: an ephemeral consumer without
 * acknowledgement. Ends when the signal is aborted. A restart of the server is survived: reading goes on behind the last
 * message that was handed out, so that each comes once. The position is the caller's to keep. Throws a StreamRenewedError when the
 * stream is made anew meanwhile.
 */
export async function* orderedReader(bus: BusConnection, reading: Reading): AsyncGenerator<StoredMessage> {
  const { signal } = reading;
  const identity = new Identity(bus, reading.stream);
  let nextSeq = Math.max(reading.fromSeq, 1);
  while (!signal.aborted && !bus.nats.isClosed()) {
    for await (const message of untilItFails(bus, { reading: { ...reading, fromSeq: nextSeq }, identity })) {
      if (signal.aborted) return;
      // What came before is known.
      if (message.seq < nextSeq) continue;
      nextSeq = message.seq + 1;
      yield message;
    }
    if (!signal.aborted) await systemClock.wait(RETRY_MS, signal);
  }
}

/** The stream itself is gone or refuses us: no waiting helps. */
const isPermanent = (error: unknown): boolean =>
  error instanceof StreamRenewedError || (error instanceof Error && error.name === 'StreamNotFoundError');
