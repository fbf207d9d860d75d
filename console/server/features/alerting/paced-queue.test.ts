import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { PacedQueue } from './paced-queue.ts';

const MEBIBYTE = 2 ** 20;

/** A queue whose every message takes `costMs`. */
function openQueue(costMs: number) {
  // Time passes while a message is handled.
  let spentMs = 0;
  const time = new ManualClock();
  const clock = Object.assign(Object.create(time) as ManualClock, {
    elapsed: () => spentMs,
    wait: (durationMs: number) => time.wait(durationMs),
  });
  const handled: number[] = [];
  const dropped: number[] = [];
  const queue = new PacedQueue<{ readonly data: Uint8Array; readonly mark: number }>({
    clock,
    handle({ mark }) {
      handled.push(mark);
      spentMs += costMs;
    },
    onDropped: (bytes) => dropped.push(bytes),
  });
  const push = (mark: number, bytes = 1): void => {
    queue.push({ data: new Uint8Array(bytes), mark });
  };
  return { push, handled, dropped, nextSlice: () => time.advance(0) };
}

it('handles a message at once while there are few', () => {
  const { push, handled } = openQueue(1);
  for (const mark of [1, 2, 3]) push(mark);
  expect(handled).toEqual([1, 2, 3]);
});

it('handles what arrives at once in slices of 10 ms, in order and completely', async () => {
  const { push, handled, nextSlice } = openQueue(4);
  const marks = Array.from({ length: 8 }, (_, mark) => mark);
  for (const mark of marks) push(mark);
  expect(handled).toEqual([0, 1, 2]);
  await nextSlice();
  expect(handled.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  await nextSlice();
  await nextSlice();
  expect(handled).toEqual(marks);
  push(8);
  expect(handled).toEqual([...marks, 8]);
});

it('drops what waits above 64 MiB', async () => {
  const { push, handled, dropped, nextSlice } = openQueue(20);
  for (let mark = 0; mark < 5; mark += 1) push(mark, 22 * MEBIBYTE);
  expect(dropped).toEqual([66 * MEBIBYTE]);
  await nextSlice();
  await nextSlice();
  expect(handled).toEqual([0, 4]);
});
