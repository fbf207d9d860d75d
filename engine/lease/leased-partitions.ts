import { buckets } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { takeLease } from '#platform/bus/lease.ts';
import type { Lease } from '#platform/bus/lease.ts';
import { StreamRenewedError } from '#platform/bus/stream-renewed.ts';
import { SupersededError } from '#platform/bus/superseded.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Component, Started } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { PartitionWork } from '../worker/start-partition.ts';
import { LiveEngines } from './live-engines.ts';
import { toGiveUp, toTake } from './share.ts';

/**
 * A killed engine's partitions are free after this time, and taken within a second of it. With six seconds takeovers of more
 * than ten were seen. A window is decided in steps of a few milliseconds, so that leases are renewed however long it takes.
 */
export const LEASE_MS = 4_000;
const LOOK_MS = 500;

export interface LeaseOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly partitions: number;
  /** Name of this engine, another one for each. */
  readonly engine: string;
  /** How long a lease lives that is not renewed, the same for all engines; `LEASE_MS` when left out. */
  readonly leaseMs?: number | undefined;
}

/** A partition that this engine works on. */
interface Owned {
  readonly lease: Lease;
  readonly ending: AbortController;
  readonly work: PartitionWork;
}

/** Starts the work on a partition. */
export type Begin = (partition: number, signal: AbortSignal) => Promise<PartitionWork>;

const partitionKey = (partition: number): string => `partition.${String(partition)}`;

/** The partitions of this engine, shared fairly with the others that are alive. */
class LeasedPartitions {
  readonly #options: LeaseOptions;
  readonly #bucket: Bucket;
  readonly #engines: LiveEngines;
  readonly #begin: Begin;
  readonly #signal: AbortSignal;
  readonly #owned = new Map<number, Owned>();
  /** Every partition has an engine, as far as the last look told. */
  #allTaken = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    options: LeaseOptions,
    { bucket, begin, signal }: { bucket: Bucket; begin: Begin; signal: AbortSignal },
  ) {
    this.#options = options;
    this.#bucket = bucket;
    this.#engines = new LiveEngines(options, signal);
    this.#begin = begin;
    this.#signal = signal;
  }

  /** Says that this engine is alive, and takes or gives up what the number of engines asks for. */
  look(): Promise<void> {
    this.#looking = this.#share();
    return this.#looking;
  }

  async #share(): Promise<void> {
    const { partitions, log } = this.#options;
    try {
      const sharing = { partitions, engines: this.#engines.count() };
      const own = (): readonly number[] => [...this.#owned.keys()];
      for (const partition of toGiveUp({ ...sharing, own: own() })) await this.#give(partition);
      for (const partition of toTake({ ...sharing, own: own() })) {
        if (this.#signal.aborted) return;
        if (toTake({ ...sharing, own: own() }).includes(partition)) await this.#take(partition);
      }
      this.#allTaken = await this.#areAllTaken();
    } catch (error) {
      // Without the broker nobody can take anything; leases that are not renewed end by themselves.
      log.warn({ err: error }, 'leases could not be looked after');
    }
  }

  async #areAllTaken(): Promise<boolean> {
    for (let partition = 0; partition < this.#options.partitions; partition += 1)
      if (!this.#owned.has(partition) && (await this.#bucket.get(partitionKey(partition))) === undefined)
        return false;
    return true;
  }

  /** Every partition has an engine, and this one's have caught up. */
  get isReady(): boolean {
    return this.#allTaken && [...this.#owned.values()].every(({ work }) => work.ready());
  }

  /** Ends the work on every partition in good order and frees them. */
  async stop(): Promise<void> {
    // What is being taken at this moment has to be given up too.
    await this.#looking;
    await Promise.all([...this.#owned.keys()].map((partition) => this.#give(partition)));
  }

  async #take(partition: number): Promise<void> {
    const { engine: owner, clock, log, leaseMs: ttlMs = LEASE_MS } = this.#options;
    const needs = { bucket: this.#bucket, ttlMs, owner, clock };
    const lease = await takeLease(needs, partitionKey(partition), this.#signal);
    if (lease === undefined) return;
    const ending = new AbortController();
    lease.lost.addEventListener('abort', () => {
      // Of a former lease of the same partition nothing follows for the work under this one.
      if (this.#owned.get(partition)?.lease === lease) this.#drop(partition, 'the lease is lost');
    });
    log.info({ partition }, 'taken');
    try {
      const work = await this.#begin(partition, ending.signal);
      this.#owned.set(partition, { lease, ending, work });
      this.#watch(partition, work);
      if (lease.lost.aborted) this.#drop(partition, 'the lease was lost meanwhile');
    } catch (error) {
      ending.abort();
      await lease.release();
      throw error;
    }
  }

  /** Another engine that writes is no failure of this one; any other failure ends the process. */
  #watch(partition: number, work: PartitionWork): void {
    void work.ended.catch((error: unknown) => {
      // Work that was dropped ends as it likes.
      if (this.#owned.get(partition)?.work !== work) return;
      // Of a stream that was made anew the next to take the partition begins at the beginning.
      if (!(error instanceof SupersededError || error instanceof StreamRenewedError)) throw error;
      this.#drop(partition, error.message);
    });
  }

  /** Ends at once, without a word to anybody: another engine works on it. */
  #drop(partition: number, reason: string): void {
    const owned = this.#owned.get(partition);
    if (owned === undefined) return;
    this.#options.log.warn({ partition, reason }, 'dropped');
    this.#owned.delete(partition);
    owned.ending.abort();
    owned.work.abandon();
    // Renewed on, it would keep every engine from the partition, this one too.
    owned.lease.release().catch((error: unknown) => {
      this.#options.log.warn({ err: error, partition }, 'the lease is left to end by itself');
    });
  }

  async #give(partition: number): Promise<void> {
    const owned = this.#owned.get(partition);
    if (owned === undefined) return;
    this.#owned.delete(partition);
    owned.ending.abort();
    await owned.work.stop().catch((error: unknown) => {
      if (!(error instanceof SupersededError)) throw error;
    });
    await owned.lease.release();
    this.#options.log.info({ partition }, 'given up');
  }
}

/** The partitions as a part of the engine's process: `begin` makes the work on one of them. */
export const leasedPartitions = (options: LeaseOptions, begin: Begin): Component => ({
  name: 'partitions',
  async start(signal): Promise<Started> {
    const bucket = await options.bus.bucket(buckets.leases, { ttlMs: options.leaseMs ?? LEASE_MS });
    const leased = new LeasedPartitions(options, { bucket, begin, signal });
    await leased.look();
    options.clock.every(LOOK_MS, () => leased.look(), signal);
    return {
      ready: () => options.bus.connected() && leased.isReady,
      stop: () => leased.stop(),
    };
  },
});
