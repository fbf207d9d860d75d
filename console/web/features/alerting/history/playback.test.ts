import { describe, expect, it } from 'vitest';
import { nextChange, previousChange, shownMs } from './playback.ts';

const change = { critical: 1, major: 0, minor: 0, cleared: 0, running: 1 };
/** Changes in the buckets of 100, 200 and 500; nothing happens in between. */
const timeline = { bucketSeconds: 100, buckets: [100, 200, 500].map((at) => ({ at, ...change })) };

describe('playback', () => {
  it.each([
    [0, 199, undefined],
    [150, 199, undefined],
    [199, 299, undefined],
    [299, 550, 199],
    [400, 550, 299],
    [550, undefined, 299],
    [900, undefined, 550],
  ])('from %i moves to %s and back to %s, over quiet times and not beyond now', (at, next, previous) => {
    expect([nextChange(timeline, at, 550), previousChange(timeline, at, 550)]).toEqual([next, previous]);
  });

  it('shows a state for as long as the speed says, and longer for users who want less motion', () => {
    expect([shownMs(1, false), shownMs(4, false), shownMs(4, true)]).toEqual([1_000, 250, 2_000]);
  });
});
