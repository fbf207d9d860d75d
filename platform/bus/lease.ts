import type { Clock } from '../clock/clock.ts';
import type { Bucket } from './bucket.ts';

/** A right that one process holds at a time and renews. */
export interface Lease {
  readonly key: string;
  /** Aborts when the lease is lost, with the reason: another process holds it, or it was not renewed in time. */
  readonly lost: AbortSignal;
  /** Releases the lease: another process may acquire it at once. Does nothing when it is lost. */
  release(): Promise<void>;
}

export interface LeaseNeeds {
  /** With a time to live: an entry that is not renewed expires. */
  readonly bucket: Bucket;
  /** Time to live of the bucket. */
  readonly ttlMs: number;
  /** Name of this process: a restarted process of the same name acquires its leases again at once. */
  readonly owner: string;
  readonly clock: Clock;
}

/**
 * Renewals within the time to live: a process that gets no CPU keeps its leases for what is left after the last one. On two cores with a
 * load of 16, processes that wanted 0.1 s of CPU waited for 1.3 s, once for 2.8 s.
 */
const RENEWALS = 8;

/** A previous process of the same name that still runs may renew its lease between reading and taking it. */
const TAKEOVERS = 3;

/** Acquires a free lease, or one of a previous process with the same name. Returns the revision of the entry. */
async function acquire({ bucket, owner }: LeaseNeeds, key: string): Promise<number | undefined> {
  const created = await bucket.create(key, owner);
  if (created !== undefined) return created;
  for (let attempt = 0; attempt < TAKEOVERS; attempt += 1) {
    const entry = await bucket.get(key);
    if (entry === undefined || new TextDecoder().decode(entry.value) !== owner) return undefined;
    const revision = await bucket.update(key, owner, entry.revision);
    if (revision !== undefined) return revision;
  }
  return undefined;
}

/** Acquires a lease, or returns undefined when another process holds it. Renews it until it is released or `signal` aborts. */
export async function acquireLease(
  needs: LeaseNeeds,
  key: string,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  const { bucket, ttlMs, owner, clock } = needs;
  let revision = await acquire(needs, key);
  if (revision === undefined) return undefined;
  const ended = new AbortController();
  const lost = new AbortController();
  let renewedMs = clock.elapsed();
  let renewing: Promise<void> = Promise.resolve();
  const lose = (reason: string): void => {
    ended.abort();
    lost.abort(reason);
  };
  const renew = async (): Promise<void> => {
    const startMs = clock.elapsed();
    // A process that was suspended for longer than the time to live notices it before it does anything else.
    if (startMs - renewedMs > ttlMs)
      return lose(`not renewed for ${String(Math.round(startMs - renewedMs))} ms`);
    const next = await bucket.update(key, owner, revision ?? 0).catch(() => revision);
    if (next === undefined) return lose('expired, or held by another process');
    if (next !== revision) renewedMs = startMs;
    revision = next;
    return undefined;
  };
  const stop = AbortSignal.any([ended.signal, signal]);
  clock.every(ttlMs / RENEWALS, () => (renewing = renew()), stop);
  return {
    key,
    lost: lost.signal,
    async release() {
      ended.abort();
      await renewing;
      // A lease that another process holds by now is left alone.
      if (!lost.signal.aborted) await bucket.remove(key, revision);
    },
  };
}
