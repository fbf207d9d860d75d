import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import type { BusConnection } from './connection.ts';

/** A retry within this time is recognised as the same message. */
const DUPLICATE_WINDOW_MS = 120_000;
/**
 * The same for rows that are written once and counted: messages that a lost broker stored without an acknowledgement are
 * offered again when it is back. Costs the server about 200 bytes of memory per message.
 */
export const ROWS_DUPLICATE_WINDOW_MS = 900_000;

const isCode = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code;

const configOf = (stream: StreamDefinition) => ({
  name: stream.name,
  subjects: [...stream.subjects],
  max_bytes: stream.maxBytes,
  discard: stream.discard === 'new' ? DiscardPolicy.New : DiscardPolicy.Old,
  duplicate_window: nanos(stream.readers.length > 0 ? ROWS_DUPLICATE_WINDOW_MS : DUPLICATE_WINDOW_MS),
});

/** Creates missing streams and updates the others to their definition. Messages are retained. */
export async function ensureStreams(
  { admin }: BusConnection,
  definitions: readonly StreamDefinition[],
): Promise<void> {
  for (const definition of definitions) {
    const config = configOf(definition);
    const existing = await admin.streams.info(definition.name).catch((error: unknown) => {
      if (isCode(error, JetStreamApiCodes.StreamNotFound)) return undefined;
      throw error;
    });
    if (existing === undefined) {
      const fresh: Pick<StreamConfig, 'name'> & Partial<StreamConfig> = {
        ...config,
        retention: definition.isWorkQueue === true ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
        storage: StorageType.File,
      };
      await admin.streams.add(fresh);
    } else if (differs(existing.config, config)) await admin.streams.update(definition.name, config);
  }
}

const differs = (now: StreamConfig, desired: ReturnType<typeof configOf>): boolean =>
  now.max_bytes !== desired.max_bytes ||
  now.discard !== desired.discard ||
  now.duplicate_window !== desired.duplicate_window ||
  now.subjects.join() !== desired.subjects.join();

/** Prefix of the streams of key-value buckets (NATS ADR-8). */
const BUCKET_PREFIX = 'KV_';

/** The cluster cannot have this number of replicas: too few servers, or too little space on them. */
export class ReplicasRefusedError extends Error {
  override readonly name = 'ReplicasRefusedError';
}

/**
 * What a stream must have. Any replica responds to a direct read, also one that lags: buckets of several replicas are read from their leader,
 * since a checkpoint is several entries, and a state that is read back must be the one that was written.
 */
const replicationOf = ({ config: { name } }: StreamInfo, replicas: number) => ({
  num_replicas: replicas,
  ...(name.startsWith(BUCKET_PREFIX) ? { allow_direct: replicas === 1 } : {}),
});

/**
 * Gives each stream and bucket of the server this number of replicas. Returns the names of those that were changed. Throws a
 * ReplicasRefusedError when the cluster cannot have them.
 */
export async function ensureReplicas({ admin }: BusConnection, replicas: number): Promise<readonly string[]> {
  const changed: string[] = [];
  for await (const info of admin.streams.list()) {
    const { name } = info.config;
    const desired = replicationOf(info, replicas);
    const isSame =
      info.config.num_replicas === desired.num_replicas &&
      (desired.allow_direct === undefined || info.config.allow_direct === desired.allow_direct);
    if (isSame) continue;
    try {
      await admin.streams.update(name, desired);
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error;
      throw new ReplicasRefusedError(
        `${name} cannot have ${String(replicas)} replicas: ${error.message}; needed are as many servers with JetStream, with max_file_store above the sum of max_bytes of all streams`,
        { cause: error },
      );
    }
    changed.push(name);
  }
  return changed;
}

export interface StoredMessage {
  readonly seq: number;
  readonly subject: string;
  readonly data: Uint8Array;
  /** When the server stored it, milliseconds since 1970. */
  readonly timeMs: number;
  /** Returns the value of a header, undefined when there is none. */
  readonly header: (name: string) => string | undefined;
}

const stored = (message: StoredMsg): StoredMessage => ({
  seq: message.seq,
  subject: message.subject,
  data: message.data,
  timeMs: message.time.getTime(),
  header: (name) => (message.header.has(name) ? message.header.get(name) : undefined),
});

/** Returns the newest message of a subject, undefined when there is none. */
export async function lastMessage(
  { admin }: BusConnection,
  stream: string,
  subject: string,
): Promise<StoredMessage | undefined> {
  try {
    const message = await admin.streams.getMessage(stream, { last_by_subj: subject });
    return message === null ? undefined : stored(message);
  } catch (error) {
    if (isCode(error, JetStreamApiCodes.NoMessageFound)) return undefined;
    throw error;
  }
}

/** Returns the message of a sequence, undefined when it is not stored. */
export async function messageAt(
  { admin }: BusConnection,
  stream: string,
  seq: number,
): Promise<StoredMessage | undefined> {
  try {
    const message = await admin.streams.getMessage(stream, { seq });
    return message === null ? undefined : stored(message);
  } catch (error) {
    if (isCode(error, JetStreamApiCodes.NoMessageFound)) return undefined;
    throw error;
  }
}

/** Returns the first message from a sequence on, of any subject; undefined when there is none. */
export async function messageFrom(
  { admin }: BusConnection,
  stream: string,
  seq: number,
): Promise<StoredMessage | undefined> {
  try {
    const query = { seq, next_by_subj: '>' };
    const message = await admin.streams.getMessage(stream, query);
    return message === null ? undefined : stored(message);
  } catch (error) {
    if (isCode(error, JetStreamApiCodes.NoMessageFound)) return undefined;
    throw error;
  }
}

/** A message that was read: its sequence, and when the server stored it. */
export interface ReadMark {
  readonly seq: number;
  readonly timeMs: number;
}

/**
 * Returns the last sequence that a stream retained of those up to `mark`, undefined when it lost none of them. A broker acknowledges
 * before its disk has a message: after a power failure its last ones are missing, and their sequences are given again. Times only increase:
 * what was stored later than the mark, at or below its sequence, is new.
 */
export async function lostTailOf(
  bus: BusConnection,
  stream: string,
  { seq, timeMs }: ReadMark,
): Promise<number | undefined> {
  const { firstSeq, lastSeq } = await streamState(bus, stream);
  if (lastSeq >= seq) {
    const found = await messageAt(bus, stream, seq);
    // Purged since: what the readers have committed is not looked at again.
    if (found === undefined || found.timeMs === timeMs) return undefined;
  }
  // The last message that is not newer than the mark.
  let retained = firstSeq - 1;
  for (let newer = Math.min(seq, lastSeq + 1); retained + 1 < newer;) {
    const middle = Math.floor((retained + newer) / 2);
    const found = await messageFrom(bus, stream, middle);
    if (found === undefined || found.seq >= newer || found.timeMs > timeMs) newer = middle;
    else retained = found.seq;
  }
  return retained;
}

/** Returns the sequence of the oldest message of a subject, undefined when there is none. */
export async function firstSequence(
  { admin }: BusConnection,
  stream: string,
  subject: string,
): Promise<number | undefined> {
  // The server takes `next_by_subj` here too (NATS ADR-31); the client declares it for direct reads only.
  const query = { seq: 1, next_by_subj: subject };
  const message = await admin.streams.getMessage(stream, query);
  return message?.seq;
}

/** Returns the number of messages of each subject that the filter matches. */
export async function countBySubject(
  { admin }: BusConnection,
  stream: string,
  filter: string,
): Promise<ReadonlyMap<string, number>> {
  const { state } = await admin.streams.info(stream, { subjects_filter: filter });
  return new Map(Object.entries(state.subjects ?? {}));
}

/** Messages to remove from a stream: those of `subject` up to and including sequence `seq`. */
export interface Purge {
  readonly stream: string;
  readonly subject: string;
  readonly seq: number;
  /** Creation time of the stream that the sequence refers to: nothing is removed from a recreated one. */
  readonly created?: string | undefined;
  /** A message that was read: nothing is removed from a stream that lost it, since later messages have these sequences. */
  readonly read?: ReadMark | undefined;
}

/**
 * Removes the messages of a subject up to and including a sequence, except the last of the subject: it carries the batch number
 * from which its writer continues. Returns the number of removed messages.
 */
export async function purgeUpTo(
  bus: BusConnection,
  { stream, subject, seq, created, read }: Purge,
): Promise<number> {
  const last = await lastMessage(bus, stream, subject);
  if (last === undefined) return 0;
  if (created !== undefined && (await bus.admin.streams.info(stream)).created !== created) return 0;
  if (read !== undefined && (await lostTailOf(bus, stream, read)) !== undefined) return 0;
  // JetStream purges up to, but not including, the sequence.
  const before = Math.min(seq + 1, last.seq);
  // The server treats a bound of 1 as no bound and would purge the whole subject, including its last message.
  if (before <= 1) return 0;
  const { purged } = await bus.admin.streams.purge(stream, { filter: subject, seq: before });
  return purged;
}

/** Removes one message and returns whether it existed. */
export async function removeMessage(
  { admin }: BusConnection,
  { stream, seq }: { readonly stream: string; readonly seq: number },
): Promise<boolean> {
  try {
    return await admin.streams.deleteMessage(stream, seq);
  } catch (error) {
    if (isCode(error, JetStreamApiCodes.NoMessageFound)) return false;
    throw error;
  }
}

/** Fill level of a stream. */
export async function streamState(
  { admin }: BusConnection,
  stream: string,
): Promise<{
  readonly messages: number;
  readonly bytes: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Creation time: a recreated stream has another one. */
  readonly created: string;
  /** Current limit. */
  readonly maxBytes: number;
  /** When the oldest message was stored, milliseconds since 1970; undefined without messages. */
  readonly firstMs: number | undefined;
}> {
  const { state, config, created } = await admin.streams.info(stream);
  return {
    messages: state.messages,
    bytes: state.bytes,
    firstSeq: state.first_seq,
    lastSeq: state.last_seq,
    created,
    maxBytes: config.max_bytes,
    firstMs: state.messages === 0 ? undefined : Date.parse(state.first_ts),
  };
}
