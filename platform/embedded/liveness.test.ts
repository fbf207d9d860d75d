import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { untilUnresponsive } from './liveness.ts';

const options = { periodMs: 1_000, timeoutMs: 2_000, failures: 3 };

/** Watches a process that responds to each query in turn as given: true, false, or never (undefined). Returns the failures seen. */
async function watch(
  replies: readonly (boolean | undefined)[],
  seconds: number,
): Promise<{ readonly failures: readonly number[]; readonly isUnresponsive: boolean }> {
  const clock = new ManualClock();
  const ended = new AbortController();
  const failures: number[] = [];
  let requested = 0;
  let isUnresponsive = false;
  const query = (): Promise<void> => {
    const reply = replies[requested] ?? true;
    requested += 1;
    if (requested <= replies.length && replies[requested - 1] === undefined)
      return new Promise(() => undefined);
    return reply ? Promise.resolve() : Promise.reject(new Error('no'));
  };
  const watching = untilUnresponsive(
    { query, options, clock, onFailure: (_, count) => failures.push(count) },
    ended.signal,
  ).then(() => {
    isUnresponsive = !ended.signal.aborted;
  });
  for (let step = 0; step < seconds * 2; step += 1) {
    await clock.advance(500);
    await setImmediate();
  }
  const result = { failures, isUnresponsive };
  ended.abort();
  await watching;
  return result;
}

describe('a supervised process', () => {
  it.for([
    ['answers', [true, true, true], 60, [], false],
    ['fails three times in a row', [true, false, false, false], 4, [1, 2, 3], true],
    ['is silent three times in a row', [undefined, undefined, undefined], 9, [1, 2, 3], true],
    [
      'is silent three times in a row, before the third limit',
      [undefined, undefined, undefined],
      8,
      [1, 2],
      false,
    ],
    ['recovers in between', [false, false, true, false, undefined, true], 60, [1, 2, 1, 2], false],
  ] as const)('that %s counts its failures', async ([, replies, seconds, failures, isUnresponsive]) => {
    expect(await watch(replies, seconds)).toEqual({ failures, isUnresponsive });
  });
});
