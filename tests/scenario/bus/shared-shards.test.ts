import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { shareShards, type SharedShards } from '#platform/lease/shared-shards.ts';
import { silentLog } from '#platform/log/log.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { openBusOnly } from '#tests/store/stack.ts';

const SHARDS = 256;
const TTL_MS = 1_500;

let nats: Awaited<ReturnType<typeof openBusOnly>>;
const buses: Bus[] = [];
beforeAll(async () => {
  nats = await openBusOnly();
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  await nats.close();
});

interface ShardMember {
  readonly shards: SharedShards;
  readonly kill: () => void;
  /** It has been suspended for so long. */
  readonly suspend: (ms: number) => void;
}

/** A group by itself, and what its members own at each moment. */
function group(prefix: string) {
  const members = new Map<string, ShardMember>();
  const faults: string[] = [];
  const ending = new AbortController();
  const owned = (): readonly (readonly number[])[] =>
    [...members.values()].map(({ shards }) => [...shards.owned()]);
  systemClock.every(
    5,
    () => {
      const all = owned().flat();
      const twice = all.length - new Set(all).size;
      if (twice > 0) faults.push(`${String(twice)} shards are owned twice`);
    },
    ending.signal,
  );
  return {
    faults,
    owned,
    sizes: () => owned().map(({ length }) => length),
    async join(member: string): Promise<ShardMember> {
      const bus = await openBus(nats.url, member);
      buses.push(bus);
      const stop = new AbortController();
      let aheadMs = 0;
      const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs };
      const shards = await shareShards(
        { bus, clock, log: silentLog, shards: SHARDS, prefix, member, leaseMs: TTL_MS },
        stop.signal,
      );
      const joined: ShardMember = {
        shards,
        kill: () => {
          stop.abort();
          members.delete(member);
        },
        suspend: (ms) => {
          aheadMs += ms;
        },
      };
      members.set(member, joined);
      return joined;
    },
    async leave(member: string): Promise<void> {
      const leaving = members.get(member)!;
      leaving.kill();
      await leaving.shards.stop();
    },
    isEven(): boolean {
      const sizes = owned().map(({ length }) => length);
      return (
        new Set(owned().flat()).size === SHARDS &&
        sizes.reduce((sum, size) => sum + size, 0) === SHARDS &&
        Math.max(...sizes) - Math.min(...sizes) <= 1
      );
    },
    isReady: () => [...members.values()].every(({ shards }) => shards.ready()),
    end: () => ending.abort(),
  };
}

describe('the shards of a group', () => {
  it('are those of its only member at once', async () => {
    const one = group('alone');
    const { shards } = await one.join('a');
    expect(one.sizes()).toEqual([SHARDS]);
    expect([shards.members(), shards.ready()]).toEqual([1, true]);
    one.end();
  });

  it('are shared evenly by those that join at once and later, and none is owned twice', async () => {
    const pollers = group('joining');
    await Promise.all(['a', 'b', 'c'].map((name) => pollers.join(name)));
    await until('three share them', () => pollers.isEven() && pollers.isReady());
    for (const name of ['d', 'e', 'f', 'g']) await pollers.join(name);
    await until('seven share them', () => pollers.isEven() && pollers.isReady());
    expect(pollers.sizes().length).toBe(7);
    await pollers.leave('b');
    await until('six share them', () => pollers.isEven());
    expect(pollers.faults).toEqual([]);
    pollers.end();
  });

  it('of a killed member are taken over when its entry has expired, and not before', async () => {
    const pollers = group('killed');
    const killed = await pollers.join('a');
    await pollers.join('b');
    await until('two share them', () => pollers.isEven());
    const former = [...killed.shards.owned()];
    killed.kill();
    await systemClock.wait(TTL_MS / 2);
    const others = new Set(pollers.owned().flat());
    expect(former.filter((shard) => others.has(shard))).toEqual([]);
    await until('the other owns them', () => pollers.sizes()[0] === SHARDS);
    expect(pollers.faults).toEqual([]);
    pollers.end();
  });

  it('of one that was suspended are no longer its own when it continues, and it gets a share again', async () => {
    const pollers = group('suspended');
    const { shards, suspend } = await pollers.join('a');
    await pollers.join('b');
    await until('two share them', () => pollers.isEven());
    suspend(TTL_MS + 1);
    expect(shards.owned().size).toBe(0);
    await until('two share them again', () => pollers.isEven());
    expect(pollers.faults).toEqual([]);
    pollers.end();
  });

  it('of a member that is restarted under its name are its own at once', async () => {
    const pollers = group('restarted');
    const before = await pollers.join('a');
    await pollers.join('b');
    await until('two share them', () => pollers.isEven());
    const former = [...before.shards.owned()];
    before.kill();
    const { shards } = await pollers.join('a');
    expect([...shards.owned()]).toEqual(former);
    expect(pollers.faults).toEqual([]);
    pollers.end();
  });

  it('do not include those of a poller of a release that leased partitions', async () => {
    const pollers = group('earlier');
    const bucket = await nats.bus.bucket(buckets.leases, { ttlMs: TTL_MS });
    await bucket.put('earlier.3', 'poller');
    const { shards } = await pollers.join('a');
    expect([shards.members(), shards.owned().size]).toEqual([1, SHARDS]);
    pollers.end();
  });
});
