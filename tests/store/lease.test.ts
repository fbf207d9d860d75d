import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeLease } from '#platform/bus/lease.ts';
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
  it('is held by one, renewed beyond its life, and free at once when it is released', async () => {
    const lease = await takeLease(needsOf('a'), 'one', ending.signal);
    expect(await takeLease(needsOf('b'), 'one', ending.signal)).toBeUndefined();
    await systemClock.wait(2 * TTL_MS);
    expect(await takeLease(needsOf('b'), 'one', ending.signal)).toBeUndefined();
    expect(lease!.lost.aborted).toBe(false);
    await lease!.release();
    expect(await takeLease(needsOf('b'), 'one', ending.signal)).toBeDefined();
  });

  it('of a holder that is gone is free when its life is over', async () => {
    const gone = new AbortController();
    await takeLease(needsOf('a'), 'two', gone.signal);
    gone.abort();
    const deadline = Date.now() + 10 * TTL_MS;
    let taken: unknown;
    while (taken === undefined && Date.now() < deadline) {
      taken = await takeLease(needsOf('b'), 'two', ending.signal);
      await systemClock.wait(50);
    }
    expect(taken).toBeDefined();
  });

  it('is taken over at once by a process of the same name, and the former one finds out', async () => {
    const former = await takeLease(needsOf('a'), 'three', ending.signal);
    const lost = new Promise((resolve) => {
      former!.lost.addEventListener('abort', resolve);
    });
    expect(await takeLease(needsOf('a'), 'three', ending.signal)).toBeDefined();
    await lost;
  });
});

it('a bucket that another version made with another time to live gets that of now', async () => {
  const before = await nats.bus.bucket('made-before', { ttlMs: 600_000 });
  await before.put('key', 'value');
  const now = await nats.bus.bucket('made-before', { ttlMs: 200 });
  const deadline = Date.now() + 5_000;
  while ((await now.get('key')) !== undefined && Date.now() < deadline) await systemClock.wait(50);
  expect(await now.get('key')).toBeUndefined();
});

describe('a former writer', () => {
  it('is refused by the stream when another one has written since', async () => {
    await nats.bus.ensureStreams([streams.alarms]);
    const publisher = nats.bus.publisher(1);
    const message = { subject: 'alarms.0', data: new Uint8Array(1) };
    const first = await publisher.publish({ ...message, after: 0 });
    expect(first).toMatchObject({ ok: true, seq: 1 });
    await publisher.publish({ ...message, after: 1 });
    await expect(publisher.publish({ ...message, after: 1 })).rejects.toThrow(SupersededError);
    expect((await nats.bus.streamState('ALARMS')).lastSeq).toBe(2);
  });

  it('cannot save a checkpoint over that of its successor', async () => {
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
