import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { Kvm, type KV } from '@nats-io/kv';
import { nanos } from '@nats-io/transport-node';
import { systemClock } from '../clock/system-clock.ts';
import type { BusConnection } from './connection.ts';
import { WRONG_LAST_SEQUENCE_UNKNOWN } from './publisher.ts';

export interface BucketEntry {
  readonly key: string;
  readonly value: Uint8Array;
  /** Increases with each change in the bucket. */
  readonly revision: number;
}

/** A change of a key; `value` is undefined when it was deleted. */
export interface BucketChange {
  readonly key: string;
  readonly value: Uint8Array | undefined;
  readonly revision: number;
}

export interface Bucket {
  get(key: string): Promise<BucketEntry | undefined>;
  put(key: string, value: Uint8Array | string): Promise<number>;
  /** Returns the new revision, or undefined when the key exists already. */
  create(key: string, value: Uint8Array | string): Promise<number | undefined>;
  /** Returns the new revision, or undefined when the key has changed since `revision`. */
  update(key: string, value: Uint8Array | string, revision: number): Promise<number | undefined>;
  /**
   * Deletes the key and its history; a marker stays, so that watchers are notified. With a revision: only when the key has not
   * changed since. Returns whether it was deleted.
   */
  remove(key: string, revision?: number): Promise<boolean>;
  /** Erases the matching keys (`*` one part, `>` all remaining parts) without markers: watchers are not notified. */
  erase(filter: string): Promise<void>;
  /** The matching keys, including those with deletion markers. */
  keys(filter: string): Promise<readonly string[]>;
  /** The entries of the matching keys (`*` one part, `>` all remaining parts), in no order. */
  entries(filter?: string): Promise<readonly BucketEntry[]>;
  /**
   * Yields every existing key, then each change, until the signal aborts. The bucket keeps one value per key: of changes in
   * quick succession only the last is certain to be reported.
   */
  watch(filter: string, signal: AbortSignal): AsyncIterable<BucketChange>;
}

const isWrongRevision = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence;

/** A change of the key is on its way through the cluster: whether it conflicts is not known yet. */
const isUndecided = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE_UNKNOWN;

const UNDECIDED_MS = 50;
const MAX_ATTEMPTS = 100;

async function undefinedOnConflict<Value>(attempt: () => Promise<Value>): Promise<Value | undefined> {
  for (let tried = 1; ; tried += 1)
    try {
      return await attempt();
    } catch (error) {
      if (isWrongRevision(error)) return undefined;
      if (!isUndecided(error) || tried === MAX_ATTEMPTS) throw error;
      await systemClock.wait(UNDECIDED_MS);
    }
}

async function* watch(kv: KV, filter: string, signal: AbortSignal): AsyncGenerator<BucketChange> {
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

/** Values requested at the same time. */
const MAX_CONCURRENT_GETS = 64;

export interface BucketOptions {
  /** Entries expire when they were not written for this time; by default they stay. */
  readonly ttlMs?: number;
  readonly maxBytes?: number;
}

/** Opens a key-value bucket and creates it when it is missing. */
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
  // An existing bucket keeps the time to live that another version created it with.
  if (ttlMs !== undefined && ttl !== ttlMs)
    await admin.streams.update(streamInfo.config.name, {
      max_age: nanos(ttlMs),
      // The server rejects one that is longer than entries live.
      duplicate_window: Math.min(streamInfo.config.duplicate_window, nanos(ttlMs)),
    });
  const get = async (key: string): Promise<BucketEntry | undefined> => {
    const entry = await kv.get(key);
    return entry?.operation === 'PUT' ? { key, value: entry.value, revision: entry.revision } : undefined;
  };
  const prefix = `$KV.${name}.`;
  const { name: stream } = streamInfo.config;
  // The client's own list of keys uses a consumer. When the last of them is written during the listing, it waits half a minute for
  // a heartbeat.
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
    create: (key, value) => undefinedOnConflict(() => kv.create(key, value)),
    update: (key, value, revision) => undefinedOnConflict(() => kv.update(key, value, revision)),
    remove: async (key, revision) => (await undefinedOnConflict(() => removed(key, revision))) ?? false,
    async erase(filter) {
      await admin.streams.purge(stream, { filter: `${prefix}${filter}` });
    },
    keys,
    async entries(filter = '>') {
      const all = await keys(filter);
      const found: (BucketEntry | undefined)[] = [];
      for (let from = 0; from < all.length; from += MAX_CONCURRENT_GETS)
        found.push(...(await Promise.all(all.slice(from, from + MAX_CONCURRENT_GETS).map(get))));
      return found.filter((entry) => entry !== undefined);
    },
    watch: (filter, signal) => watch(kv, filter, signal),
  };
}
