import { AckPolicy } from '@nats-io/jetstream';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { systemClock } from '../clock/system-clock.ts';
import type { BusConnection } from './connection.ts';

/** A job that was handed out to this process alone, until it is given back or not held for too long. */
export interface Job {
  readonly seq: number;
  readonly subject: string;
  readonly data: Uint8Array;
  /** When the server stored it, milliseconds since 1970. */
  readonly timeMs: number;
  /** How often it was handed out, this time included. */
  readonly deliveries: number;
  /** It is over and leaves the queue. Resolves with false when the server did not confirm it: it may come again. */
  done(): Promise<boolean>;
  /** Gives it back; it comes again after so long. */
  retry(afterMs: number): void;
}

export interface Working {
  readonly stream: string;
  readonly subject: string;
  /** Under this name several processes share the jobs of the subject. */
  readonly name: string;
  /** A job of a process that died comes again after so long. */
  readonly ackWaitMs: number;
  /** Jobs at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Told when jobs could not be asked for; it is tried again. */
  readonly onFailure?: (error: unknown) => void;
}

/** Jobs that wait for another attempt count too: one that reached this number would hold up all behind it. */
const MAX_PENDING = 200_000;
const ASK_MS = 5_000;
const RETRY_MS = 500;
/** A held job is announced so many times within the time after which it would come again. */
const HOLDS = 3;

async function consumerOf(
  { admin, streams }: BusConnection,
  { stream, subject, name, ackWaitMs }: Working,
): Promise<Consumer> {
  // Makes it, or brings it to this definition; what it has handed out stays.
  await admin.consumers.add(stream, {
    durable_name: name,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: MAX_PENDING,
  });
  return streams.consumers.get(stream, name);
}

const jobOf = (message: JsMsg): Job => ({
  seq: message.seq,
  subject: message.subject,
  data: message.data,
  timeMs: message.time.getTime(),
  deliveries: message.info.deliveryCount,
  done: () => message.ackAck({ timeout: 5_000 }).catch(() => false),
  retry: (afterMs) => {
    message.nak(Math.max(1, Math.round(afterMs)));
  },
});

/** Works on one message, held for as long as it takes. What throws leaves it to come again. */
async function handleOne(
  message: JsMsg,
  { ackWaitMs, onFailure }: Working,
  handle: (job: Job) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  systemClock.every(
    ackWaitMs / HOLDS,
    () => {
      message.working();
    },
    over.signal,
  );
  try {
    await handle(jobOf(message));
  } catch (error) {
    onFailure?.(error);
  } finally {
    over.abort();
  }
}

/** Hands out up to `count` messages; ends early when the signal is aborted or the server was restarted. */
async function* handedOut(
  bus: BusConnection,
  { consumer, count, signal }: { consumer: Consumer; count: number; signal: AbortSignal },
): AsyncGenerator<JsMsg> {
  const messages: ConsumerMessages = await consumer.fetch({ max_messages: count, expires: ASK_MS });
  const stop = (): void => {
    void messages.close();
  };
  signal.addEventListener('abort', stop, { once: true });
  const forget = bus.onReconnect(stop);
  try {
    if (!signal.aborted) yield* messages;
  } finally {
    forget();
    signal.removeEventListener('abort', stop);
    // Not awaited: of messages that nobody began to iterate over it never resolves, and an abort can come before that.
    void messages.close();
  }
}

/**
 * Works on the jobs of a subject, `concurrency` at once, for ever. No more is asked for than can be begun at once: what waits
 * here would be taken for lost after `ackWaitMs`. Ends when the signal is aborted and what was begun has ended.
 */
export async function work(
  bus: BusConnection,
  working: Working,
  handle: (job: Job) => Promise<void>,
): Promise<void> {
  const { concurrency, signal, onFailure } = working;
  const running = new Set<Promise<void>>();
  let consumer: Consumer | undefined;
  const begin = (message: JsMsg): void => {
    const one = handleOne(message, working, handle).finally(() => running.delete(one));
    running.add(one);
  };
  while (!signal.aborted && !bus.nats.isClosed()) {
    if (running.size >= concurrency) {
      await Promise.race(running);
      continue;
    }
    try {
      consumer ??= await consumerOf(bus, working);
      const asked = { consumer, count: concurrency - running.size, signal };
      for await (const message of handedOut(bus, asked))
        if (signal.aborted) message.nak();
        else begin(message);
    } catch (error) {
      consumer = undefined;
      onFailure?.(error);
      await systemClock.wait(RETRY_MS, signal);
    }
  }
  await Promise.all(running);
}
