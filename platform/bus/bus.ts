import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { openBucket } from './bucket.ts';
import type { Bucket, BucketOptions } from './bucket.ts';
import { checkpointsIn } from './checkpoints.ts';
import type { Checkpoints } from './checkpoints.ts';
import { connectBus } from './connection.ts';
import type { BusConnection } from './connection.ts';
import { orderedReader } from './ordered-reader.ts';
import type { Reading } from './ordered-reader.ts';
import { publisher } from './publisher.ts';
import type { Publisher } from './publisher.ts';
import { ensureStreams, lastMessage, purgeUpTo, removeMessage, streamState } from './streams.ts';
import type { Purge, StoredMessage } from './streams.ts';
import { work } from './work-queue.ts';
import type { Job, Working } from './work-queue.ts';

/** A message of core NATS: not stored, seen by who listens now. */
export interface Notice {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Answers a request; does nothing when nobody asked. */
  readonly respond: (data: Uint8Array | string) => void;
}

/** NATS with JetStream. Endures restarts of the server: everything waits and goes on. */
export interface Bus {
  ensureStreams(definitions: readonly StreamDefinition[]): Promise<void>;
  /** A window of messages not yet acknowledged (default 128); 1 keeps the order through retries. */
  publisher(window?: number): Publisher;
  orderedReader(reading: Reading): AsyncGenerator<StoredMessage>;
  /** Works on the jobs of a work queue until the signal is aborted and those that were begun have ended. */
  work(working: Working, handle: (job: Job) => Promise<void>): Promise<void>;
  lastMessage(stream: string, subject: string): Promise<StoredMessage | undefined>;
  purgeUpTo(purge: Purge): Promise<number>;
  /** Removes one message of a stream; answers whether it was there. */
  removeMessage(stream: string, seq: number): Promise<boolean>;
  streamState: (stream: string) => ReturnType<typeof streamState>;
  bucket(name: string, options?: BucketOptions): Promise<Bucket>;
  /** Large values, in a bucket of this name. */
  checkpoints(bucket: string): Promise<Checkpoints>;
  /** Core NATS. */
  publish(subject: string, data: Uint8Array | string): void;
  /** Calls for each notice until the signal is aborted; `queue`: one of the subscribers of that name gets it. */
  subscribe(
    subject: string,
    onNotice: (notice: Notice) => void,
    options: { readonly signal: AbortSignal; readonly queue?: string },
  ): void;
  /** The first answer; rejects after `timeoutMs` (default 2 s) or when nobody listens. */
  request(subject: string, data: Uint8Array | string, timeoutMs?: number): Promise<Uint8Array>;
  /** Resolves when what was published so far has reached the server. */
  flush(): Promise<void>;
  connected(): boolean;
  /** Every stream and bucket of the server with its content. For tests on a server that they share. */
  removeEverything(): Promise<void>;
  close(): Promise<void>;
}

interface Listening {
  readonly onNotice: (notice: Notice) => void;
  readonly onFailure: (error: unknown, subject: string) => void;
  readonly signal: AbortSignal;
  readonly queue?: string | undefined;
}

function subscribe(
  { nats }: BusConnection,
  subject: string,
  { onNotice, onFailure, signal, queue }: Listening,
): void {
  if (signal.aborted) return;
  const subscription = nats.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback(error, message) {
      // An error here is a refused permission; the connection reports it on its own.
      if (error !== null) return;
      try {
        onNotice({
          subject: message.subject,
          data: message.data,
          respond: (data) => {
            message.respond(data);
          },
        });
      } catch (failure) {
        // Thrown on, it would end the parser of the connection, and every other subscription with it.
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

const warn = (error: unknown, subject: string): void => {
  const cause = error instanceof Error ? error : new Error(String(error));
  process.emitWarning(new Error(`the handler of ${subject} failed: ${cause.message}`, { cause }));
};

/**
 * Opens the bus. Waits for the server as long as it takes. `onFailure` is told when the callback of a subscription throws;
 * a process that has a log gives it one.
 */
export async function openBus(
  url: string,
  name = 'telltale',
  onFailure: (error: unknown, subject: string) => void = warn,
): Promise<Bus> {
  const connection = await connectBus(url, name);
  const { nats } = connection;
  return {
    ensureStreams: (definitions) => ensureStreams(connection, definitions),
    publisher: (window) => publisher(connection, window),
    orderedReader: (reading) => orderedReader(connection, reading),
    work: (working, handle) => work(connection, working, handle),
    lastMessage: (stream, subject) => lastMessage(connection, stream, subject),
    purgeUpTo: (purge) => purgeUpTo(connection, purge),
    removeMessage: (stream, seq) => removeMessage(connection, { stream, seq }),
    streamState: (stream) => streamState(connection, stream),
    bucket: (bucket, options) => openBucket(connection, bucket, options),
    checkpoints: async (bucket) => checkpointsIn(await openBucket(connection, bucket)),
    publish: (subject, data) => {
      nats.publish(subject, data);
    },
    subscribe: (subject, onNotice, options) => {
      subscribe(connection, subject, { onNotice, onFailure, ...options });
    },
    async request(subject, data, timeoutMs = 2_000) {
      return (await nats.request(subject, data, { timeout: timeoutMs })).data;
    },
    flush: () => nats.flush(),
    connected: connection.connected,
    async removeEverything() {
      for await (const stream of connection.admin.streams.list())
        await connection.admin.streams.delete(stream.config.name);
    },
    async close() {
      connection.refusals.tellNow();
      await nats.close();
    },
  };
}
