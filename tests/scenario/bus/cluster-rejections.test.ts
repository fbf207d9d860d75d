import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { SupersededError } from '#platform/bus/superseded.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { rejectingBroker, type Rejection } from '#tests/fixtures/bus/rejecting-broker.ts';
import { openBusOnly } from '#tests/store/stack.ts';

/** As nats-server 2.11 and later respond (server/errors.json). */
const inProcess: Rejection = {
  code: 409,
  err_code: 10_158,
  description: 'duplicate message id is in process',
  isStored: true,
};
const tooMany: Rejection = { code: 429, err_code: 10_167, description: 'too many requests' };
const unavailable: Rejection = {
  code: 503,
  err_code: 10_008,
  description: 'JetStream system temporarily unavailable',
};
const undecided: Rejection = { code: 400, err_code: 10_164, description: 'wrong last sequence' };

describe('a cluster that rejects a message for a moment', () => {
  let broker: Awaited<ReturnType<typeof openBusOnly>>;
  let front: Awaited<ReturnType<typeof rejectingBroker>>;
  let bus: Bus;
  beforeAll(async () => {
    broker = await openBusOnly();
    await broker.bus.ensureStreams([streams.flows]);
    front = await rejectingBroker(broker.url);
    bus = await openBus(front.url, 'test');
  });
  afterAll(async () => {
    await bus.close();
    front.close();
    await broker.close();
  });

  const stored = async (subject: string): Promise<number> =>
    (await broker.bus.countBySubject(streams.flows.name, subject)).get(subject) ?? 0;

  it.each([
    ['an earlier attempt waits for its quorum', 0, [inProcess]],
    ['an earlier attempt waits for its quorum, and again', 1, [inProcess, { ...inProcess, isStored: false }]],
    ['its queue is full', 2, [tooMany, tooMany, tooMany]],
    ['it has no leader', 3, [unavailable, unavailable]],
    ['the sequence of the subject is not known yet', 4, [undecided, { ...undecided, isStored: true }]],
  ] as const)('stores it once in the end, when %s', async (_, partition, rejections) => {
    const subject = subjectOf('flows', partition);
    const publisher = bus.publisher(1);
    front.reject(subject, ...rejections);
    const { seq } = (await publisher.publish({ subject, data: new Uint8Array([1]), once: true })) as {
      seq: number;
    };
    expect(front.left(subject)).toBe(0);
    expect(await stored(subject)).toBe(1);
    expect((await broker.bus.lastMessage(streams.flows.name, subject))?.seq).toBe(seq);
    publisher.close();
  });

  it('reports the loss of the partition, once another writer is known to have published', async () => {
    const subject = subjectOf('flows', 5);
    const publisher = bus.publisher(1);
    const first = await publisher.publish({ subject, data: new Uint8Array([1]), after: 0 });
    await broker.bus.publisher(1).publish({ subject, data: new Uint8Array([2]) });
    front.reject(subject, undecided);
    const after = first.ok ? first.seq : -1;
    await expect(publisher.publish({ subject, data: new Uint8Array([3]), after })).rejects.toThrow(
      SupersededError,
    );
    expect(await stored(subject)).toBe(2);
    publisher.close();
  });

  it('changes an entry of a bucket, or finds that another has', async () => {
    const bucket = await bus.bucket('test');
    const first = await bucket.put('key', 'one');
    front.reject('$KV.test.key', undecided, undecided);
    const second = await bucket.update('key', 'two', first);
    expect(second).toBe(first + 1);
    front.reject('$KV.test.key', undecided);
    expect(await bucket.update('key', 'three', first)).toBeUndefined();
    expect(new TextDecoder().decode((await bucket.get('key'))?.value)).toBe('two');
  });
});
