import { afterAll, describe, expect, it } from 'vitest';
import { openBus } from './bus.ts';
import { openStreamArchive } from './stream-archive.ts';
import { ownNatsServer } from '#tests/store/own-nats-server.ts';

const MESSAGES = 40;

describe('the snapshot of a stream', async () => {
  const [one, other] = await Promise.all([ownNatsServer(), ownNatsServer()]);
  const [from, to] = await Promise.all([openBus(one.url), openBus(other.url)]);
  const [source, target] = await Promise.all([openStreamArchive(one.url), openStreamArchive(other.url)]);
  afterAll(async () => {
    await Promise.all([from.close(), to.close(), source.close(), target.close()]);
    await Promise.all([one.close(), other.close()]);
  });

  async function move(name: string): Promise<void> {
    const pieces: Uint8Array[] = [];
    const snapshot = await source.save(name, (piece) => Promise.resolve(void pieces.push(piece)));
    await target.restore(
      snapshot,
      (async function* all() {
        yield* pieces;
      })(),
    );
  }

  it('restores its messages with their sequence numbers, and is the same stream to its readers', async () => {
    await from.ensureStreams([
      { name: 'MOVED', subjects: ['moved.*'], readers: [], maxBytes: 1024 ** 3, discard: 'new' },
    ]);
    const publisher = from.publisher();
    // More than one piece, and no bytes that compress well.
    for (let at = 0; at < MESSAGES; at += 1)
      await publisher.publish({
        subject: 'moved.0',
        data: crypto.getRandomValues(new Uint8Array(50_000)),
      });
    await from.purgeUpTo({ stream: 'MOVED', subject: 'moved.0', seq: 10 });
    await move('MOVED');
    const state = await to.streamState('MOVED');
    expect(state).toEqual(await from.streamState('MOVED'));
    expect(state).toMatchObject({ messages: MESSAGES - 10, firstSeq: 11, lastSeq: MESSAGES });
    expect(await to.lastMessage('MOVED', 'moved.0')).toMatchObject({
      data: (await from.lastMessage('MOVED', 'moved.0'))?.data,
    });
    await publisher.publish({ subject: 'moved.0', data: new Uint8Array(1) });
    await to.publisher().publish({ subject: 'moved.0', data: new Uint8Array(1) });
    expect((await to.streamState('MOVED')).lastSeq).toBe(MESSAGES + 1);
  });

  it('restores a bucket with the revisions of its keys', async () => {
    const bucket = await from.bucket('moved');
    await bucket.put('a', 'first');
    const revision = await bucket.put('a', 'second');
    await move('KV_moved');
    const restored = await (await to.bucket('moved')).get('a');
    expect([new TextDecoder().decode(restored?.value), restored?.revision]).toEqual(['second', revision]);
  });

  it('is rejected where there is a stream of this name', async () => {
    await expect(move('KV_moved')).rejects.toThrow(/NATS: .*(in use|already)/);
  });
});
