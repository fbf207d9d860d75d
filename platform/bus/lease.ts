import type { Clock } from '../clock/clock.ts';
import type { Bucket } from './bucket.ts';

/** A right that one process holds at a time, as long as it says so again. */
export interface Lease {
  readonly key: string;
  /** Aborted when the lease is lost: taken by another process, or not renewed in time. */
  readonly lost: AbortSignal;
  /** Gives it up: another process may take it at once. Nothing, when it is lost. */
  release(): Promise<void>;
}

export interface LeaseNeeds {
  /** With a time to live: an entry that is not renewed vanishes. */
  readonly bucket: Bucket;
  /** Time to live of the bucket. */
  readonly ttlMs: number;
  /** Name of this process: a process of the same name that is started again takes its leases over at once. */
  readonly owner: string;
  readonly clock: Clock;
}

/** Renewed three times within the time to live. */
const RENEWALS = 3;

/** Takes what is free, or what a former process of the same name held; answers the revision of the entry. */
async function take({ bucket, owner }: LeaseNeeds, key: string): Promise<number | undefined> {
  const created = await bucket.create(key, owner);
  if (created !== undefined) return created;
  const entry = await bucket.get(key);
  if (entry === undefined || new TextDecoder().decode(entry.value) !== owner) return undefined;
  return bucket.update(key, owner, entry.revision);
}

/** Takes a lease; undefined when another process holds it. It is renewed until it is released or `signal` is aborted. */
export async function takeLease(
  needs: LeaseNeeds,
  key: string,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  const { bucket, ttlMs, owner, clock } = needs;
  let revision = await take(needs, key);
  if (revision === undefined) return undefined;
  const ended = new AbortController();
  const lost = new AbortController();
  let renewedMs = clock.elapsed();
  let renewing: Promise<void> = Promise.resolve();
  const lose = (): void => {
    ended.abort();
    lost.abort();
  };
  const renew = async (): Promise<void> => {
    const startMs = clock.elapsed();
    // A process that was stopped for longer than the lease lives finds out before it does anything else.
    if (startMs - renewedMs > ttlMs) return lose();
    const next = await bucket.update(key, owner, revision ?? 0).catch(() => revision);
    if (next === undefined) return lose();
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
      // What another process holds by now stays its own.
      if (!lost.signal.aborted) await bucket.remove(key, revision);
    },
  };
}
