import { buckets } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { acquireLease, type Lease } from '#platform/bus/lease.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { claimChange, claimOf, claimText, type MemberClaims } from './claims.ts';
import { LEASE_MS } from './leased-partitions.ts';

/** With the time to live of a lease: the shards of a killed member are taken over within six seconds. */
const SHARE_INTERVAL_MS = 1_000;

interface ShardOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly shards: number;
  /** First part of the keys of the members: `<prefix>.<member>`. */
  readonly prefix: string;
  /** Name of this process, unique in its group. */
  readonly member: string;
  /** Time to live of an entry that is not renewed, the same for all members; `LEASE_MS` by default. */
  readonly leaseMs?: number | undefined;
}

/** The shards of this process. */
export interface SharedShards {
  /** Another object after a change; empty while the lease of this process is not held. */
  readonly owned: () => ReadonlySet<number>;
  /** Live members, this one included. */
  readonly members: () => number;
  /** Every shard has an owner. */
  readonly ready: () => boolean;
  /** Releases the shards: the others take them at once. */
  readonly stop: () => Promise<void>;
}

const none: ReadonlySet<number> = new Set();

/**
 * Many shards under one lease: the entry of a member lists the shards that it claims. A member takes what no other one claims: it writes
 * its claim, reads the claims of the others again, and owns what it is the only one to claim. What two have claimed at once both
 * give up until the next attempt. A lease for each shard would cost a renewal each, twice a second.
 */
class ShardClaims {
  readonly #options: ShardOptions;
  readonly #bucket: Bucket;
  readonly #signal: AbortSignal;
  readonly #key: string;
  #lease: Lease | undefined;
  /** As the entry says, or will with its next renewal. */
  #claimed = none;
  /** Of those, the ones that no other member claims. */
  #owned = none;
  #sharing: Promise<void> = Promise.resolve();
  isReady = false;
  members = 1;

  constructor(options: ShardOptions, bucket: Bucket, signal: AbortSignal) {
    this.#options = options;
    this.#bucket = bucket;
    this.#signal = signal;
    this.#key = `${options.prefix}.${options.member}`;
  }

  get owned(): ReadonlySet<number> {
    return this.#lease?.isHeld() === true ? this.#owned : none;
  }

  /** Takes or releases shards to reach a fair share of them. */
  share(): Promise<void> {
    this.#sharing = this.#share().catch((error: unknown) => {
      // Without the broker no process can take anything; leases that are not renewed expire.
      this.#options.log.warn({ err: error }, 'lease rebalance failed');
    });
    return this.#sharing;
  }

  async stop(): Promise<void> {
    await this.#sharing;
    const lease = this.#lease;
    this.#lease = undefined;
    await lease?.release();
  }

  async #share(): Promise<void> {
    const lease = this.#lease?.isHeld() === true ? this.#lease : await this.#acquire();
    if (lease === undefined || this.#signal.aborted) return;
    const others = await this.#othersClaims();
    this.members = others.size + 1;
    const { member, shards } = this.#options;
    const { release, take } = claimChange(new Map([...others, [member, this.#claimed]]), member, shards);
    if (release.length > 0) await this.#release(lease, release);
    this.#claimed = new Set([...this.#claimed, ...take]);
    if (this.#claimed.size > this.#owned.size) await this.#confirm(lease);
    const claimed = new Set([...others.values()].flatMap((own) => [...own]));
    for (const shard of this.#owned) claimed.add(shard);
    this.isReady = claimed.size === shards;
  }

  async #acquire(): Promise<Lease | undefined> {
    const { member: owner, shards, clock, log, leaseMs = LEASE_MS } = this.#options;
    if (this.#owned.size > 0) log.warn({ count: this.#owned.size }, 'shards lost');
    this.#owned = none;
    // What a previous process of the same name claimed, or this one before it was suspended, is still its own if the entry lives.
    const entry = await this.#bucket.get(this.#key);
    this.#claimed = entry === undefined ? none : (claimOfEntry(entry.value) ?? none);
    const note = (): string => claimText(this.#claimed, shards);
    const needs = { bucket: this.#bucket, ttlMs: leaseMs, owner, clock, note };
    this.#lease = await acquireLease(needs, this.#key, this.#signal);
    return this.#lease;
  }

  /** Stops the work on shards before others can see it. */
  async #release(lease: Lease, released: readonly number[]): Promise<void> {
    this.#owned = new Set([...this.#owned].filter((shard) => !released.includes(shard)));
    this.#claimed = new Set([...this.#claimed].filter((shard) => !released.includes(shard)));
    await lease.renew();
    this.#options.log.info({ count: released.length, owned: this.#owned.size }, 'shards released');
  }

  /** Owns what this process claims, except for what others claim as well. */
  async #confirm(lease: Lease): Promise<void> {
    if (!(await lease.renew())) return;
    const others = [...(await this.#othersClaims()).values()];
    const before = this.#owned;
    const isAlone = (shard: number): boolean => before.has(shard) || !others.some((own) => own.has(shard));
    const claimed = this.#claimed;
    this.#claimed = new Set([...claimed].filter(isAlone));
    this.#owned = this.#claimed;
    if (this.#claimed.size < claimed.size) await lease.renew();
    if (this.#owned.size > before.size)
      this.#options.log.info(
        { count: this.#owned.size - before.size, owned: this.#owned.size },
        'shards taken',
      );
  }

  async #othersClaims(): Promise<MemberClaims> {
    const keys = await this.#bucket.keys(`${this.#options.prefix}.*`);
    const entries = await Promise.all(
      keys.filter((key) => key !== this.#key).map((key) => this.#bucket.get(key)),
    );
    return new Map(
      entries.flatMap((entry): [string, ReadonlySet<number>][] => {
        const claimed = entry === undefined ? undefined : claimOfEntry(entry.value);
        return entry === undefined || claimed === undefined
          ? []
          : [[entry.key.slice(this.#options.prefix.length + 1), claimed]];
      }),
    );
  }
}

/** Claims of an entry: they follow the name of the member. Undefined for one of an earlier release, which has none. */
function claimOfEntry(value: Uint8Array): ReadonlySet<number> | undefined {
  const [, text] = new TextDecoder().decode(value).split(' ');
  return text === undefined ? undefined : claimOf(text);
}

/** Shares the shards of a group among its live members until the signal aborts. */
export async function shareShards(options: ShardOptions, signal: AbortSignal): Promise<SharedShards> {
  const bucket = await options.bus.bucket(buckets.leases, { ttlMs: options.leaseMs ?? LEASE_MS });
  const claims = new ShardClaims(options, bucket, signal);
  await claims.share();
  options.clock.every(SHARE_INTERVAL_MS, () => claims.share(), signal);
  return {
    owned: () => claims.owned,
    members: () => claims.members,
    ready: () => options.bus.connected() && claims.isReady,
    stop: () => claims.stop(),
  };
}
