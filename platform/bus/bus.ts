import { createInbox, headers as newHeaders, type PublishOptions } from '@nats-io/transport-node';
import { headerNames } from '#schemas/bus/header.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { openBucket, type Bucket, type BucketOptions } from './bucket.ts';
import { checkpointsIn, type Checkpoints } from './checkpoints.ts';
import { connectBus, type BusConnection } from './connection.ts';
import { Hold } from './hold.ts';
import { orderedReader, type ReadOptions } from './ordered-reader.ts';
import { publisher, type Publisher, type PublisherOptions } from './publisher.ts';
import { untilBrokerReplies } from './until-broker-replies.ts';
import {
  ensureReplicas,
  ensureStreams,
  firstSequence,
  lastMessage,
  lostTailOf,
  purgeUpTo,
  removeMessage,
  streamState,
  countBySubject,
  type Purge,
  type ReadMark,
  type StoredMessage,
} from './streams.ts';
import { work, type Job, type WorkerOptions } from './work-queue.ts';
import { isTracing } from '../tracing/spans.ts';

/** A message of core NATS: not stored, delivered to current subscribers only. */
export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Of a sampled trace that the message belongs to. */
  readonly traceparent?: string | undefined;
  /** Replies to a request; does nothing for other messages. */
  readonly respond: (data: Uint8Array | string) => void;
}

/** NATS with JetStream. Survives restarts of the server: pending operations wait and continue. */
export interface Bus {
  ensureStreams(definitions: readonly StreamDefinition[]): Promise<void>;
  /** Gives every stream and bucket this number of replicas; returns the names of those that were changed. */
  ensureReplicas(replicas: number): Promise<readonly string[]>;
  /**
   * At most `window` messages await their acknowledgement (default 128); 1 keeps the order through retries. While `isPaused` returns
   * true, messages wait.
   */
  publisher(window?: number, options?: Omit<PublisherOptions, 'window'>): Publisher;
  orderedReader(reading: ReadOptions): AsyncGenerator<StoredMessage>;
  /** Works on the jobs of a work queue until the signal aborts and the jobs in progress have ended. */
  work(options: WorkerOptions, handle: (job: Job) => Promise<void>): Promise<void>;
  lastMessage(stream: string, subject: string): Promise<StoredMessage | undefined>;
  /** Returns the sequence of the oldest message of a subject. */
  firstSequence(stream: string, subject: string): Promise<number | undefined>;
  /** Returns the subjects that have messages, of those that the filter matches. */
  subjectsOf(stream: string, filter: string): Promise<readonly string[]>;
  /** Returns the number of messages of each of these subjects. */
  countBySubject(stream: string, filter: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the last sequence that the stream retained of those up to `mark`, undefined when it lost none. */
  lostTailOf(stream: string, mark: ReadMark): Promise<number | undefined>;
  purgeUpTo(purge: Purge): Promise<number>;
  /** Removes one message of a stream and returns whether it existed. */
  removeMessage(stream: string, seq: number): Promise<boolean>;
  streamState: (stream: string) => ReturnType<typeof streamState>;
  bucket(name: string, options?: BucketOptions): Promise<Bucket>;
  /** Large values in a bucket of this name. */
  checkpoints(bucket: string): Promise<Checkpoints>;
  /**
   * Core NATS. Drops the message while the broker does not read: it reaches current subscribers or none. `traceparent`: of the sampled
   * trace that it belongs to.
   */
  publish(subject: string, data: Uint8Array | string, traceparent?: string): void;
  /** Calls the listener for each notice until the signal aborts; `queue`: one subscriber of that name receives it. */
  subscribe(
    subject: string,
    onNotice: (notice: BusMessage) => void,
    options: { readonly signal: AbortSignal; readonly queue?: string },
  ): void;
  /** Returns the first reply; rejects after `timeoutMs` (default 2 s) or without a subscriber. */
  request(subject: string, data: Uint8Array | string, timeoutMs?: number): Promise<Uint8Array>;
  /**
   * Passes the reply of each subscriber to `isEnough` until it returns true or `timeoutMs` (default 2 s) is over. Rejects without a
   * subscriber or a reply.
   */
  requestAll(subject: string, data: Uint8Array | string, options: RequestAllOptions): Promise<void>;
  /**
   * Passes each reply to `onReply` until the signal aborts, in the order in which the connection receives it among the messages of
   * other subscriptions; undefined when the subject has no subscriber.
   */
  requestEach(
    subject: string,
    data: Uint8Array | string,
    options: { readonly onReply: (reply: Uint8Array | undefined) => void; readonly signal: AbortSignal },
  ): void;
  /** Work of this process that a backup holds. */
  readonly hold: Hold;
  /** Resolves when everything published so far has reached the server. */
  flush(): Promise<void>;
  connected(): boolean;
  /** Deletes every stream and bucket of the server. For tests that share a server. */
  removeEverything(): Promise<void>;
  close(): Promise<void>;
}

export interface RequestAllOptions {
  /** Receives each reply. Returns true for the last one that is expected. */
  readonly isEnough: (reply: Uint8Array) => boolean;
  readonly timeoutMs?: number;
}

async function requestAll(
  { nats }: BusConnection,
  { subject, data }: { readonly subject: string; readonly data: Uint8Array | string },
  { isEnough, timeoutMs = 2_000 }: RequestAllOptions,
): Promise<void> {
  let replies = 0;
  const messages = await nats.requestMany(subject, data, { strategy: 'timer', maxWait: timeoutMs });
  for await (const message of messages) {
    replies += 1;
    if (isEnough(message.data)) break;
  }
  if (replies === 0) throw new Error(`no reply to ${subject}`);
}

interface SubscriptionHandlers {
  readonly onNotice: (notice: BusMessage & { readonly isUndelivered: boolean }) => void;
  readonly onFailure: (error: unknown, subject: string) => void;
  readonly signal: AbortSignal;
  readonly queue?: string | undefined;
}

/** Status of a message without data that the server sends in place of a reply (NATS ADR-4). */
const NO_RESPONDERS = 503;

function subscribe(
  { nats }: BusConnection,
  subject: string,
  { onNotice, onFailure, signal, queue }: SubscriptionHandlers,
): void {
  if (signal.aborted) return;
  const subscription = nats.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback(error, message) {
      // An error here is a denied permission; the connection reports it itself.
      if (error !== null) return;
      try {
        onNotice({
          subject: message.subject,
          data: message.data,
          traceparent: isTracing() ? message.headers?.get(headerNames.trace) || undefined : undefined,
          isUndelivered: message.data.length === 0 && message.headers?.code === NO_RESPONDERS,
          respond: (data) => {
            message.respond(data);
          },
        });
      } catch (failure) {
        // Rethrown, it would end the parser of the connection and with it every other subscription.
        onFailure(failure, message.subject);
      }
    },
  });
  signal.addEventListener(
    'abort',
    () => {
      subscription.unsubscribe();
    },
    { once: true },
  );
}

/** Options of a publication that belongs to a sampled trace. */
function tracedBy(traceparent: string | undefined): PublishOptions | undefined {
  if (traceparent === undefined) return undefined;
  const headers = newHeaders();
  headers.set(headerNames.trace, traceparent);
  return { headers };
}

const warn = (error: unknown, subject: string): void => {
  const cause = error instanceof Error ? error : new Error(String(error));
  process.emitWarning(new Error(`the handler of ${subject} failed: ${cause.message}`, { cause }));
};

/**
 * Opens the bus and waits for the server without a limit. `onFailure` receives the errors of subscription handlers; a process
 * with a log passes one.
 */
export async function openBus(
  url: string,
  name = 'telltale',
  onFailure: (error: unknown, subject: string) => void = warn,
): Promise<Bus> {
  const connection = await connectBus(url, name);
  const { nats } = connection;
  return {
    ensureStreams: (definitions) => untilBrokerReplies(() => ensureStreams(connection, definitions)),
    ensureReplicas: (replicas) => untilBrokerReplies(() => ensureReplicas(connection, replicas)),
    publisher: (window, options) =>
      publisher(connection, { ...options, ...(window === undefined ? {} : { window }) }),
    orderedReader: (reading) => orderedReader(connection, reading),
    work: (options, handle) => work(connection, options, handle),
    lastMessage: (stream, subject) => lastMessage(connection, stream, subject),
    firstSequence: (stream, subject) => firstSequence(connection, stream, subject),
    subjectsOf: async (stream, filter) => [...(await countBySubject(connection, stream, filter)).keys()],
    countBySubject: (stream, filter) => countBySubject(connection, stream, filter),
    lostTailOf: (stream, mark) => lostTailOf(connection, stream, mark),
    purgeUpTo: (purge) => purgeUpTo(connection, purge),
    removeMessage: (stream, seq) => removeMessage(connection, { stream, seq }),
    streamState: (stream) => streamState(connection, stream),
    bucket: (bucket, options) => untilBrokerReplies(() => openBucket(connection, bucket, options)),
    checkpoints: async (bucket) =>
      checkpointsIn(await untilBrokerReplies(() => openBucket(connection, bucket))),
    publish: (subject, data, traceparent) => {
      if (!connection.outgoing.isFull) nats.publish(subject, data, tracedBy(traceparent));
    },
    subscribe: (subject, onNotice, options) => {
      subscribe(connection, subject, { onNotice, onFailure, ...options });
    },
    async request(subject, data, timeoutMs = 2_000) {
      return (await nats.request(subject, data, { timeout: timeoutMs })).data;
    },
    requestAll: (subject, data, options) => requestAll(connection, { subject, data }, options),
    requestEach(subject, data, { onReply, signal }) {
      const inbox = createInbox(connection.inboxPrefix);
      const onNotice: SubscriptionHandlers['onNotice'] = (reply) => {
        onReply(reply.isUndelivered ? undefined : reply.data);
      };
      subscribe(connection, inbox, { onNotice, onFailure, signal });
      nats.publish(subject, data, { reply: inbox });
    },
    hold: new Hold(),
    flush: () => nats.flush(),
    connected: connection.connected,
    async removeEverything() {
      for await (const stream of connection.admin.streams.list())
        await connection.admin.streams.delete(stream.config.name);
    },
    async close() {
      connection.rejections.flush();
      await nats.close();
    },
  };
}
