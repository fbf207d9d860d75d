import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { KV } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import type { BusConnection } from './connection.ts';

export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  /** Counts upwards with each change in the bucket. */
  readonly revision: number;
}

/** A change of a key; `value` is undefined when it was deleted. */
export interface Change {
  readonly key: string;
  readonly value: Uint8Array | undefined;
  readonly revision: number;
}

export interface Bucket {
  get(key: string): Promise<Entry | undefined>;
  put(key: string, value: Uint8Array | string): Promise<number>;
  /** The new revision, or undefined when the key exists already. */
  create(key: string, value: Uint8Array | string): Promise<number | undefined>;
  /** The new revision, or undefined when somebody changed the key since `revision`. */
  update(key: string, value: Uint8Array | string, revision: number): Promise<number | undefined>;
  /**
   * Forgets the key and its history; whoever watches is told, by a mark that stays in its place. With a revision: unless somebody
   * changed the key since. Answers whether it was forgotten.
   */
  remove(key: string, revision?: number): Promise<boolean>;
  /** Forgets what matches (`*` one part, `>` all the rest) without a trace: nobody is told, and nothing stays. */
  erase(filter: string): Promise<void>;
  /** The keys that match, those of marks of what was removed among them. */
  keys(filter: string): Promise<readonly string[]>;
  /** What is kept under the keys that match (`*` one part, `>` all the rest), in no order. */
  entries(filter?: string): Promise<readonly Entry[]>;
  /**
   * First every key there is, then what changes, until the signal is aborted. The bucket keeps one
   * value a key: of changes in quick succession the last is always told, one before it may not be.
   */
  watch(filter: string, signal: AbortSignal): AsyncIterable<Change>;
}

const isWrongRevision = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;

async function unlessTaken<Value>(attempt: Promise<Value>): Promise<Value | undefined> {
  try {
    return await attempt;
  } catch (error) {
    if (isWrongRevision(error)) return undefined;
    throw error;
  }
}

async function* watch(kv: KV, filter: string, signal: AbortSignal): AsyncGenerator<Change> {
  const changes = await kv.watch({ key: filter });
  const stop = (): void => {
    changes.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    for await (const { key, value, revision, operation } of changes)
      yield { key, revision, value: operation === 'PUT' ? value : undefined };
  } finally {
    signal.removeEventListener('abort', stop);
    changes.stop();
  }
}

/** Values that are asked for at the same time. */
const AT_ONCE = 64;

export interface BucketOptions {
  /** Entries vanish when they were not written for so long; by default they stay. */
  readonly ttlMs?: number;
  readonly maxBytes?: number;
}

/** Opens a key-value bucket, making it when it is missing. */
export async function openBucket(
  { streams, admin }: BusConnection,
  name: string,
  { ttlMs, maxBytes }: BucketOptions = {},
): Promise<Bucket> {
  const kv = await new Kvm(streams).create(name, {
    history: 1,
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(maxBytes === undefined ? {} : { max_bytes: maxBytes }),
  });
  const { ttl, streamInfo } = await kv.status();
  // A bucket that is there keeps the time that another version made it with.
  if (ttlMs !== undefined && ttl !== ttlMs)
    await admin.streams.update(streamInfo.config.name, {
      max_age: nanos(ttlMs),
      // The server takes none that is longer than entries live.
      duplicate_window: Math.min(streamInfo.config.duplicate_window, nanos(ttlMs)),
    });
  const get = async (key: string): Promise<Entry | undefined> => {
    const entry = await kv.get(key);
    return entry?.operation === 'PUT' ? { key, value: entry.value, revision: entry.revision } : undefined;
  };
  const prefix = `$KV.${name}.`;
  const { name: stream } = streamInfo.config;
  // The client's own list of keys goes by a consumer that waits for a heartbeat, half a minute, when the last of them is written
  // meanwhile.
  const keys = async (filter: string): Promise<readonly string[]> => {
    const { state } = await admin.streams.info(stream, { subjects_filter: `${prefix}${filter}` });
    return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
  };
  const removed = async (key: string, revision: number | undefined): Promise<true> => {
    await kv.purge(key, revision === undefined ? {} : { previousSeq: revision });
    return true;
  };
  return {
    get,
    put: (key, value) => kv.put(key, value),
    create: (key, value) => unlessTaken(kv.create(key, value)),
    update: (key, value, revision) => unlessTaken(kv.update(key, value, revision)),
    remove: async (key, revision) => (await unlessTaken(removed(key, revision))) ?? false,
    async erase(filter) {
      await admin.streams.purge(stream, { filter: `${prefix}${filter}` });
    },
    keys,
    async entries(filter = '>') {
      const all = await keys(filter);
      const found: (Entry | undefined)[] = [];
      for (let from = 0; from < all.length; from += AT_ONCE)
        found.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(get))));
      return found.filter((entry) => entry !== undefined);
    },
    watch: (filter, signal) => watch(kv, filter, signal),
  };
}
