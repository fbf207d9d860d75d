import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { ReadOptions } from '#platform/bus/ordered-reader.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { readMerged } from './read-merged.ts';

const messageOf = (seq: number, timeMs: number): StoredMessage => ({
  seq,
  timeMs,
  subject: 'flows.0',
  data: new Uint8Array(),
  header: () => undefined,
});

/** Flows without end, and nothing at all of metrics. */
function setUp() {
  const ending = new AbortController();
  const { signal } = ending;
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  const bus = {
    async *orderedReader({ stream, fromSeq }: ReadOptions): AsyncGenerator<StoredMessage> {
      if (stream === 'METRICS') await aborted;
      for (let seq = fromSeq; !signal.aborted; seq += 1) yield await Promise.resolve(messageOf(seq, 1_000));
    },
    lastMessage: () => Promise.resolve(undefined),
  };
  const needs = { bus, clock: new ManualClock(1_000), partition: 0, signal };
  const from = (['flows', 'metrics'] as const).map((stream) => ({ stream, fromSeq: 1 }));
  return { ending, messages: readMerged(needs, from) };
}

it('a stream that is idle for days costs no memory per message of the other', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { ending, messages } = setUp();
  const usedAfter = async (count: number): Promise<number> => {
    for (let taken = 0; taken < count; taken += 1) await messages.next();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await usedAfter(10_000);
  const grown = (await usedAfter(100_000)) - before;
  // 370 bytes each would be 37 MB.
  expect(grown).toBeLessThan(8 * 2 ** 20);
  ending.abort();
  await messages.return(undefined);
});

it('a message that arrives while the other stream is checked is not waited for again', async () => {
  const ending = new AbortController();
  const { signal } = ending;
  let isRequested: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    isRequested = resolve;
  });
  const bus = {
    async *orderedReader({ stream }: ReadOptions): AsyncGenerator<StoredMessage> {
      if (stream === 'METRICS') await requested;
      yield messageOf(1, stream === 'METRICS' ? 20_000 : 30_000);
    },
    async lastMessage(): Promise<StoredMessage> {
      isRequested();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return messageOf(1, 20_000);
    },
  };
  const clock = new ManualClock(40_000);
  const from = (['flows', 'metrics'] as const).map((stream) => ({ stream, fromSeq: 1 }));
  const order: string[] = [];
  for await (const { stream } of readMerged({ bus, clock, partition: 0, signal }, from)) order.push(stream);
  expect(order).toEqual(['metrics', 'flows']);
});
