import { buckets } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { acquireLease, type Lease } from '#platform/bus/lease.ts';
import { StreamRecreatedError } from '#platform/bus/ordered-reader.ts';
import { SupersededError } from '#platform/bus/superseded.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Component, Started } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { LeaseGroup } from './lease-group.ts';
import { LiveMembers } from './live-members.ts';
import type { PartitionWork, StartPartition } from './partition-work.ts';
import { partitionsToRelease, partitionsToAcquire } from './share.ts';

/**
 * The partitions of a killed process are free after this time, and acquired within a second. With six seconds,
 * takeovers of more than ten seconds were measured. Windows are decided in steps of a few milliseconds, so leases are
 * renewed however long a window takes.
 */
export const LEASE_MS = 4_000;
const REBALANCE_INTERVAL_MS = 500;

export interface LeaseOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly partitions: number;
  /** Those that this process may own, all by default. The members of a group may own the same ones. */
  readonly within?: readonly number[] | undefined;
  readonly group: LeaseGroup;
  /** Name of this process, unique in its group. */
  readonly member: string;
  /** Time to live of a lease that is not renewed, the same for all members; `LEASE_MS` by default. */
  readonly leaseMs?: number | undefined;
}

/** A partition owned by this process. */
interface Owned {
  readonly lease: Lease;
  readonly ending: AbortController;
  readonly work: PartitionWork;
}

/** The partitions owned by this process: its fair share among the live members of its group. */
class LeasedPartitions {
  readonly #options: LeaseOptions;
  readonly #bucket: Bucket;
  readonly #members: LiveMembers;
  /** Partitions that the members of the group share. */
  readonly #shared: readonly number[];
  readonly #start: StartPartition;
  readonly #signal: AbortSignal;
  readonly #owned = new Map<number, Owned>();
  /** Whether every partition had an owner at the last rebalance. */
  #allOwned = false;
  /** Live members at the last rebalance. */
  members = 1;
  #rebalancing: Promise<void> = Promise.resolve();

  constructor(
    options: LeaseOptions,
    { bucket, start, signal }: { bucket: Bucket; start: StartPartition; signal: AbortSignal },
  ) {
    this.#options = options;
    this.#bucket = bucket;
    this.#members = new LiveMembers(options, signal);
    this.#shared = options.within ?? Array.from({ length: options.partitions }, (_, partition) => partition);
    this.#start = start;
    this.#signal = signal;
  }

  /** Announces this process, and acquires or releases partitions to reach its fair share. */
  rebalance(): Promise<void> {
    this.#rebalancing = this.#rebalance();
    return this.#rebalancing;
  }

  async #rebalance(): Promise<void> {
    try {
      const others = this.#members.announce(this.#owned.size);
      this.members = others.size + 1;
      const { member } = this.#options;
      const sharing = () => ({ partitions: this.#shared, member, others, own: this.owned });
      for (const partition of partitionsToRelease(sharing())) await this.#release(partition);
      for (const partition of partitionsToAcquire(sharing())) {
        if (this.#signal.aborted) return;
        if (partitionsToAcquire(sharing()).includes(partition)) await this.#acquire(partition);
      }
      this.#allOwned = await this.#areAllOwned();
    } catch (error) {
      // Without the broker no process can acquire anything; leases that are not renewed expire.
      this.#options.log.warn({ err: error }, 'lease rebalance failed');
    }
  }

  async #areAllOwned(): Promise<boolean> {
    for (const partition of this.#shared)
      if (!this.#owned.has(partition) && (await this.#bucket.get(this.#keyOf(partition))) === undefined)
        return false;
    return true;
  }

  #keyOf(partition: number): string {
    return `${this.#options.group.prefix}.${String(partition)}`;
  }

  get owned(): readonly number[] {
    return [...this.#owned.keys()];
  }

  /** The partitions of this process have caught up. */
  get isWorking(): boolean {
    return [...this.#owned.values()].every(({ work }) => work.ready());
  }

  /** Every partition has an owner, and those of this process have caught up. */
  get isReady(): boolean {
    return this.#allOwned && this.isWorking;
  }

  /** Stops the work on every partition gracefully and releases the leases. */
  async stop(): Promise<void> {
    // A partition that is being acquired must be released too.
    await this.#rebalancing;
    await Promise.all([...this.#owned.keys()].map((partition) => this.#release(partition)));
  }

  async #acquire(partition: number): Promise<void> {
    const { member: owner, clock, log, leaseMs: ttlMs = LEASE_MS } = this.#options;
    const needs = { bucket: this.#bucket, ttlMs, owner, clock };
    const lease = await acquireLease(needs, this.#keyOf(partition), this.#signal);
    if (lease === undefined) return;
    const ending = new AbortController();
    lease.lost.addEventListener('abort', () => {
      // A previous lease of the same partition does not affect the work under this one.
      if (this.#owned.get(partition)?.lease === lease)
        this.#drop(partition, `lease lost: ${String(lease.lost.reason)}`);
    });
    log.info({ partition }, 'partition acquired');
    try {
      const work = await this.#start(partition, ending.signal, lease);
      this.#owned.set(partition, { lease, ending, work });
      this.#watch(partition, work);
      if (lease.lost.aborted) this.#drop(partition, 'lease lost during start');
    } catch (error) {
      ending.abort();
      await lease.release();
      throw error;
    }
  }

  /** Being superseded by another process is not a failure; any other failure ends the process. */
  #watch(partition: number, work: PartitionWork): void {
    void work.ended.catch((error: unknown) => {
      // How dropped work ends does not matter.
      if (this.#owned.get(partition)?.work !== work) return;
      // After a stream was recreated, the next owner starts from its beginning.
      if (!(error instanceof SupersededError || error instanceof StreamRecreatedError)) throw error;
      this.#drop(partition, error.message);
    });
  }

  /** Ends the work at once without writing anything: another process owns the partition. */
  #drop(partition: number, reason: string): void {
    const owned = this.#owned.get(partition);
    if (owned === undefined) return;
    this.#options.log.warn({ partition, reason }, 'partition dropped');
    this.#owned.delete(partition);
    owned.ending.abort();
    owned.work.abandon();
    // If it were renewed, no process could acquire the partition, including this one.
    owned.lease.release().catch((error: unknown) => {
      this.#options.log.warn({ err: error, partition }, 'lease release failed');
    });
  }

  async #release(partition: number): Promise<void> {
    const owned = this.#owned.get(partition);
    if (owned === undefined) return;
    this.#owned.delete(partition);
    owned.ending.abort();
    await owned.work.stop().catch((error: unknown) => {
      if (!(error instanceof SupersededError)) throw error;
    });
    await owned.lease.release();
    this.#options.log.info({ partition }, 'partition released');
  }
}

export interface LeasedComponent extends Component {
  /** Live members of the group, this process included. */
  readonly members: number;
  /** Partitions that this process owns. */
  readonly owned: readonly number[];
  /** Whether they have caught up. */
  readonly isWorking: boolean;
}

/** The partitions as a component of a process; `startWork` starts the work on one of them. */
export function leasedPartitions(options: LeaseOptions, startWork: StartPartition): LeasedComponent {
  let leased: LeasedPartitions | undefined;
  return {
    name: 'partitions',
    get members() {
      return leased?.members ?? 1;
    },
    get owned() {
      return leased?.owned ?? [];
    },
    get isWorking() {
      return leased?.isWorking ?? false;
    },
    async start(signal): Promise<Started> {
      const bucket = await options.bus.bucket(buckets.leases, { ttlMs: options.leaseMs ?? LEASE_MS });
      const started = new LeasedPartitions(options, { bucket, start: startWork, signal });
      leased = started;
      await started.rebalance();
      options.clock.every(REBALANCE_INTERVAL_MS, () => started.rebalance(), signal);
      return {
        ready: () => options.bus.connected() && started.isReady,
        stop: () => started.stop(),
      };
    },
  };
}
