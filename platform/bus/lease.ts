import type { Clock } from '../clock/clock.ts';
import type { Bucket } from './bucket.ts';

/** A right that one process holds at a time and renews. */
export interface Lease {
  readonly key: string;
  /** Aborts when the lease is lost, with the reason: another process holds it, or it was not renewed in time. */
  readonly lost: AbortSignal;
  /** Whether it was renewed within its time to live: a process that was suspended sees here at once that it lost the lease. */
  isHeld(): boolean;
  /** Renews it now, with what its entry says by now. Returns whether the broker has confirmed it. */
  renew(): Promise<boolean>;
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
  /** What the entry says after the name, separated by a space; nothing by default. */
  readonly note?: () => string;
  readonly clock: Clock;
}

/**
 * Renewals within the time to live: a process that gets no CPU keeps its leases for what is left after the last one. On two cores with a
 * load of 16, processes that wanted 0.1 s of CPU waited for 1.3 s, once for 2.8 s.
 */
const RENEWALS = 8;

/** A previous process of the same name that still runs may renew its lease between reading and taking it. */
const TAKEOVERS = 3;

const entryText = ({ owner, note }: LeaseNeeds): string =>
  note === undefined ? owner : `${owner} ${note()}`;

/** Acquires a free lease, or one of a previous process with the same name. Returns the revision of the entry. */
async function acquire(needs: LeaseNeeds, key: string): Promise<number | undefined> {
  const { bucket, owner } = needs;
  const created = await bucket.create(key, entryText(needs));
  if (created !== undefined) return created;
  for (let attempt = 0; attempt < TAKEOVERS; attempt += 1) {
    const entry = await bucket.get(key);
    if (entry === undefined) return undefined;
    const [holder] = new TextDecoder().decode(entry.value).split(' ');
    if (holder !== owner) return undefined;
    const revision = await bucket.update(key, entryText(needs), entry.revision);
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
  const { bucket, ttlMs, clock } = needs;
  let renewedMs = clock.elapsed();
  let revision = await acquire(needs, key);
  if (revision === undefined) return undefined;
  const ended = new AbortController();
  const lost = new AbortController();
  let renewing: Promise<boolean> = Promise.resolve(true);
  const lose = (reason: string): false => {
    ended.abort();
    lost.abort(reason);
    return false;
  };
  const renewOnce = async (): Promise<boolean> => {
    if (ended.signal.aborted) return false;
    const startMs = clock.elapsed();
    // A process that was suspended for longer than the time to live notices it before it does anything else.
    if (startMs - renewedMs > ttlMs)
      return lose(`not renewed for ${String(Math.round(startMs - renewedMs))} ms`);
    const next = await bucket.update(key, entryText(needs), revision ?? 0).catch(() => revision);
    if (next === undefined) return lose('expired, or held by another process');
    if (next === revision) return false;
    renewedMs = startMs;
    revision = next;
    return true;
  };
  // Each renewal needs the revision that the one before it left.
  const renew = (): Promise<boolean> => (renewing = renewing.then(renewOnce));
  const stop = AbortSignal.any([ended.signal, signal]);
  const renewDue = async (): Promise<void> => {
    await renew();
  };
  clock.every(ttlMs / RENEWALS, renewDue, stop);
  return {
    key,
    lost: lost.signal,
    isHeld: () => !lost.signal.aborted && clock.elapsed() - renewedMs <= ttlMs,
    renew,
    async release() {
      ended.abort();
      await renewing;
      // A lease that another process holds by now is left alone.
      if (!lost.signal.aborted) await bucket.remove(key, revision);
    },
  };
}
