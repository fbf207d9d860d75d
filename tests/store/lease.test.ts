import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CheckpointStore } from '#engine/checkpoint/checkpoint-store.ts';
import { leasedPartitions } from '#platform/lease/leased-partitions.ts';
import { engineGroup } from '#platform/lease/lease-group.ts';
import type { PartitionWork } from '#platform/lease/partition-work.ts';
import { checkpointsIn } from '#platform/bus/checkpoints.ts';
import { silentLog } from '#platform/log/log.ts';
import { acquireLease } from '#platform/bus/lease.ts';
import { SupersededError } from '#platform/bus/superseded.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import { streams } from '#schemas/bus/stream.ts';
import { openBusOnly } from './stack.ts';

const TTL_MS = 1_500;
let nats: Awaited<ReturnType<typeof openBusOnly>>;
let bucket: Bucket;
const ending = new AbortController();
const needsOf = (owner: string) => ({ bucket, ttlMs: TTL_MS, owner, clock: systemClock });

beforeAll(async () => {
  nats = await openBusOnly();
  bucket = await nats.bus.bucket('leases', { ttlMs: TTL_MS });
});
afterAll(async () => {
  ending.abort();
  await nats.close();
});

describe('a lease', () => {
  it('has one holder, is renewed past its time to live at any clock setting, and is free immediately after its release', async () => {
    let aheadMs = 0;
    const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
    const lease = await acquireLease({ ...needsOf('a'), clock }, 'one', ending.signal);
    expect(await acquireLease(needsOf('b'), 'one', ending.signal)).toBeUndefined();
    aheadMs = 3_600_000;
    await systemClock.wait(2 * TTL_MS);
    expect(await acquireLease(needsOf('b'), 'one', ending.signal)).toBeUndefined();
    expect(lease!.lost.aborted).toBe(false);
    await lease!.release();
    expect(await acquireLease(needsOf('b'), 'one', ending.signal)).toBeDefined();
  });

  it('expires after its time to live when its holder has died', async () => {
    const deleted = new AbortController();
    await acquireLease(needsOf('a'), 'two', deleted.signal);
    deleted.abort();
    const deadline = Date.now() + 10 * TTL_MS;
    let taken: unknown;
    while (taken === undefined && Date.now() < deadline) {
      taken = await acquireLease(needsOf('b'), 'two', ending.signal);
      await systemClock.wait(50);
    }
    expect(taken).toBeDefined();
  });

  it('passes at once to a process of the same name, and the former holder notices', async () => {
    const former = await acquireLease(needsOf('a'), 'three', ending.signal);
    const lost = new Promise((resolve) => {
      former!.lost.addEventListener('abort', resolve);
    });
    expect(await acquireLease(needsOf('a'), 'three', ending.signal)).toBeDefined();
    await lost;
  });
});

it('a bucket from a version with another time to live gets the current one', async () => {
  const before = await nats.bus.bucket('made-before', { ttlMs: 600_000 });
  await before.put('key', 'value');
  const now = await nats.bus.bucket('made-before', { ttlMs: 200 });
  const deadline = Date.now() + 5_000;
  while ((await now.get('key')) !== undefined && Date.now() < deadline) await systemClock.wait(50);
  expect(await now.get('key')).toBeUndefined();
});

describe('a lease that another process holds by now', () => {
  it('survives the release by its former holder', async () => {
    const former = await acquireLease(needsOf('a'), 'four', ending.signal);
    await bucket.put('four', 'b');
    await former!.release();
    expect(new TextDecoder().decode((await bucket.get('four'))?.value)).toBe('b');
  });
});

it('work on a partition that another engine wrote to is started again under a new lease, once', async () => {
  const stopping = new AbortController();
  const works: PartitionWork[] = [];
  const superseded = Promise.withResolvers<never>();
  const leased = leasedPartitions(
    {
      bus: nats.bus,
      clock: systemClock,
      log: silentLog,
      partitions: 1,
      leaseMs: TTL_MS,
      group: engineGroup,
      member: 'a',
    },
    (_, signal) => {
      const reported = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
      const work: PartitionWork = {
        ready: () => true,
        ended: works.length === 0 ? superseded.promise : reported,
        stop: () => reported,
        abandon: () => undefined,
      };
      works.push(work);
      return Promise.resolve(work);
    },
  );
  const started = await leased.start(stopping.signal);
  expect(works).toHaveLength(1);
  superseded.reject(new SupersededError('another engine writes'));
  await expect.poll(() => works.length, { timeout: 120_000 }).toBe(2);
  // The former lease is no longer renewed: its end would otherwise end the work under the new one.
  await systemClock.wait(2 * TTL_MS);
  expect(works).toHaveLength(2);
  expect(started?.ready?.()).toBe(true);
  stopping.abort();
  await started?.stop?.();
});

describe('a checkpoint', () => {
  const textOf = (state: Uint8Array | undefined): string => Buffer.from(state ?? []).toString();

  it('saved by its former writer during a load is read in its new state', async () => {
    const parts = await nats.bus.bucket('parts');
    const former = checkpointsIn(parts);
    await former.save('engine.0', Buffer.from('before'));
    let isSaving = false;
    const successor = checkpointsIn({
      ...parts,
      async get(key) {
        if (key.includes('chunk') && !isSaving) {
          isSaving = true;
          await former.save('engine.0', Buffer.from('once more'));
        }
        return parts.get(key);
      },
    });
    expect(textOf(await successor.load('engine.0'))).toBe('once more');
  });

  it('erases previous checkpoints and the parts of a killed writer', async () => {
    const parts = await nats.bus.bucket('left-behind');
    const former = checkpointsIn(parts);
    for (const text of ['one', 'two', 'three']) await former.save('engine.flows.0', Buffer.from(text));
    expect(await parts.keys('>')).toHaveLength(2);
    const killed = checkpointsIn({ ...parts, update: () => Promise.reject(new Error('killed')) });
    await expect(killed.save('engine.flows.0', Buffer.from('four'))).rejects.toThrow('killed');
    // As an earlier version left it.
    await parts.put('engine.flows.0.chunk.7.0', 'x');
    await parts.remove('engine.flows.0.chunk.7.0');
    const successor = checkpointsIn(parts);
    await successor.load('engine.flows.0');
    await successor.save('engine.flows.0', Buffer.from('five'));
    expect(await parts.keys('>')).toHaveLength(2);
    expect(textOf(await successor.load('engine.flows.0'))).toBe('five');
  });

  it('that cannot be requested does not count as damaged', async () => {
    const parts = await nats.bus.bucket('away');
    await checkpointsIn(parts).save('engine.0', Buffer.from('state'));
    const store = (get: Bucket['get']) =>
      CheckpointStore.open(
        { ...nats.bus, checkpoints: () => Promise.resolve(checkpointsIn({ ...parts, get })) },
        { pipeline: 'samples', partition: 0 },
      );
    const away = await store((key) =>
      key.includes('chunk') ? Promise.reject(new Error('timeout')) : parts.get(key),
    );
    await expect(away.load()).rejects.toThrow('timeout');
    const damaged = await store((key) =>
      key.includes('chunk') ? Promise.resolve(undefined) : parts.get(key),
    );
    expect(await damaged.load()).toEqual({
      ok: false,
      reason: 'checkpoint engine.0: part 0 is missing',
    });
  });
});

describe('a former writer', () => {
  it('is rejected by the stream after another writer has published', async () => {
    await nats.bus.ensureStreams([streams.alarms]);
    const publisher = nats.bus.publisher(1);
    const message = { subject: 'alarms.0', data: new Uint8Array(1) };
    const first = await publisher.publish({ ...message, after: 0 });
    expect(first).toMatchObject({ ok: true, seq: 1 });
    await publisher.publish({ ...message, after: 1 });
    await expect(publisher.publish({ ...message, after: 1 })).rejects.toThrow(SupersededError);
    expect((await nats.bus.streamState('ALARMS')).lastSeq).toBe(2);
  });

  it('cannot replace the checkpoint of its successor', async () => {
    const [former, successor] = [
      await nats.bus.checkpoints('checkpoints'),
      await nats.bus.checkpoints('checkpoints'),
    ];
    await former.load('engine.0');
    await former.save('engine.0', Buffer.from('former'));
    await successor.load('engine.0');
    await successor.save('engine.0', Buffer.from('successor'));
    await expect(former.save('engine.0', Buffer.from('late'))).rejects.toThrow(SupersededError);
    expect(Buffer.from((await successor.load('engine.0'))!).toString()).toBe('successor');
  });
});
