import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { CheckedMessage } from '../check-message.ts';
import { RangeBuffer } from './range-buffer.ts';

const message = (seq: number, { bytes = 10, rows = 1 } = {}): CheckedMessage => ({
  message: { seq, subject: 'flows.0', data: new Uint8Array(bytes), timeMs: 0, header: () => undefined },
  rows,
  cause: undefined,
});
const limits = { bytes: 100, rows: 5, ageMs: 1_000 };
const span = (range: { first: number; last: number } | undefined) =>
  range === undefined ? undefined : [range.first, range.last];

describe('a range', () => {
  it('ends with the message that fills its rows', async () => {
    const buffer = new RangeBuffer(limits, new ManualClock());
    for (let seq = 1; seq <= 5; seq += 1) await buffer.put(message(seq));
    expect(span(await buffer.take())).toEqual([1, 5]);
  });

  it('ends before a message that would exceed its byte limit', async () => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer(limits, clock);
    await buffer.put(message(1, { bytes: 60 }));
    const waiting = buffer.put(message(2, { bytes: 60 }));
    expect(span(await buffer.take())).toEqual([1, 1]);
    await waiting;
    const next = buffer.take();
    await clock.advance(1_000);
    expect(span(await next)).toEqual([2, 2]);
  });

  it('holds at least one message of any size', async () => {
    const buffer = new RangeBuffer(limits, new ManualClock());
    await buffer.put(message(1, { bytes: 1_000, rows: 99 }));
    expect(span(await buffer.take())).toEqual([1, 1]);
  });

  it('ends when it is a second old', async () => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer(limits, clock);
    const taken = buffer.take();
    await buffer.put(message(1));
    await clock.advance(600);
    await buffer.put(message(2));
    await clock.advance(399);
    await buffer.put(message(3));
    await clock.advance(1);
    expect(span(await taken)).toEqual([1, 3]);
  });

  it.each([
    ['few rows, up to five seconds', 1, 5_000],
    ['more, for one second', 4, 1_000],
  ])('with %s waits for more', async (_, rows, ageMs) => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer({ ...limits, sparse: { rows: 3, ageMs: 5_000 } }, clock);
    let is = 'open';
    const taken = buffer.take().then((range) => {
      is = 'taken';
      return range;
    });
    await buffer.put(message(1, { rows }));
    await clock.advance(ageMs - 1);
    expect(is).toBe('open');
    await clock.advance(1);
    expect(span(await taken)).toEqual([1, 1]);
  });

  it('ends when it is a second old, even if the clock is set back by an hour', async () => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer(limits, clock);
    await buffer.put(message(1));
    clock.setBy(-3_600_000);
    const taken = buffer.take();
    await clock.advance(1_000);
    expect(span(await taken)).toEqual([1, 1]);
  });

  it('replayed from the journal ends where it ended before, regardless of limits and age', async () => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer({ bytes: 1, rows: 1, ageMs: 1 }, clock, [4]);
    const taken = buffer.take();
    for (const seq of [1, 3]) await buffer.put(message(seq));
    await clock.advance(5_000);
    await buffer.put(message(4));
    expect(span(await taken)).toEqual([1, 4]);
  });

  it('replayed from the journal whose last message is deleted ends before the next message', async () => {
    const buffer = new RangeBuffer(limits, new ManualClock(), [4]);
    await buffer.put(message(2));
    const waiting = buffer.put(message(7));
    expect(span(await buffer.take())).toEqual([2, 2]);
    await waiting;
  });

  it('replayed after another ends where it ended before, and the next one by its limits', async () => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer({ bytes: 1, rows: 1, ageMs: 1 }, clock, [4, 6, 9, 9]);
    const spans: unknown[] = [];
    const put = (async () => {
      for (const seq of [1, 3, 4, 5, 6, 11, 12]) await buffer.put(message(seq));
    })();
    for (let count = 0; count < 4; count += 1) spans.push(span(await buffer.take()));
    await put;
    expect(spans).toEqual([
      [1, 4],
      [5, 6],
      [11, 11],
      [12, 12],
    ]);
  });

  it('replayed from the journal that is deleted altogether ends by its limits', async () => {
    const clock = new ManualClock();
    const buffer = new RangeBuffer(limits, clock, [4]);
    await buffer.put(message(7));
    const taken = buffer.take();
    await clock.advance(1_000);
    expect(span(await taken)).toEqual([7, 7]);
  });
});

describe('a buffer', () => {
  it('that is closed returns no range and releases the producer', async () => {
    const buffer = new RangeBuffer(limits, new ManualClock());
    await buffer.put(message(1, { rows: 4 }));
    const waiting = buffer.put(message(2, { rows: 4 }));
    buffer.close();
    await waiting;
    expect(await buffer.take()).toBeUndefined();
  });

  it('that failed rejects with the cause', async () => {
    const buffer = new RangeBuffer(limits, new ManualClock());
    const taken = buffer.take();
    buffer.fail(new Error('the stream is gone'));
    await expect(taken).rejects.toThrow('the stream is gone');
  });
});
