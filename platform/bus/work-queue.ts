import { AckPolicy, type Consumer, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { systemClock } from '../clock/system-clock.ts';
import type { BusConnection } from './connection.ts';

/** A job that only this process received, until it is returned or held for too long. */
export interface Job {
  readonly seq: number;
  readonly subject: string;
  readonly data: Uint8Array;
  /** When the server stored it, milliseconds since 1970. */
  readonly timeMs: number;
  /** Number of deliveries, including this one. */
  readonly deliveries: number;
  /**
   * Removes the finished job from the queue. Resolves with false when the server did not confirm it: the job may be delivered
   * again.
   */
  done(): Promise<boolean>;
  /** Returns the job to the queue; it is delivered again after this delay. */
  retry(afterMs: number): void;
}

/** Which jobs a worker takes, and how many. */
export interface WorkerOptions {
  readonly stream: string;
  readonly subject: string;
  /** Processes with this name share the jobs of the subject. */
  readonly name: string;
  /** A job of a dead process is delivered again after this time. */
  readonly ackWaitMs: number;
  /** Concurrent jobs. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called when a request for jobs failed; it is retried. */
  readonly onFailure?: (error: unknown) => void;
}

/** Jobs that wait for a retry count too: at this number they would block all later jobs. */
const MAX_PENDING = 200_000;
const REQUEST_TIMEOUT_MS = 5_000;
const RETRY_MS = 500;
/** Progress reports of a held job within the time after which it would be delivered again. */
const HOLDS = 3;

async function consumerOf(
  { admin, streams }: BusConnection,
  { stream, subject, name, ackWaitMs }: WorkerOptions,
): Promise<Consumer> {
  // Creates or updates the consumer; delivered jobs stay delivered.
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

/** Works on one message and holds it for as long as that takes. When the work throws, the job is delivered again. */
async function handleOne(
  message: JsMsg,
  { ackWaitMs, onFailure }: WorkerOptions,
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

/** Yields up to `count` messages; ends early when the signal aborts or the server was restarted. */
async function* handedOut(
  bus: BusConnection,
  { consumer, count, signal }: { consumer: Consumer; count: number; signal: AbortSignal },
): AsyncGenerator<JsMsg> {
  const messages: ConsumerMessages = await consumer.fetch({
    max_messages: count,
    expires: REQUEST_TIMEOUT_MS,
  });
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
    // Not awaited: it never resolves for messages that were never iterated, and an abort can come before the iteration.
    void messages.close();
  }
}

/**
 * Works on the jobs of a subject, `concurrency` at a time, forever. It requests no more than it can start: a job that waits
 * here would count as lost after `ackWaitMs`. Ends when the signal aborts and the jobs in progress have ended.
 */
export async function work(
  bus: BusConnection,
  working: WorkerOptions,
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
      const requested = { consumer, count: concurrency - running.size, signal };
      for await (const message of handedOut(bus, requested))
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
