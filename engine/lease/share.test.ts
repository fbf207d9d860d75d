import { describe, expect, it } from 'vitest';
import { fairShare, partitionsToRelease, partitionsToAcquire } from './share.ts';

describe('partitions', () => {
  it.each([
    [1, 2, 2],
    [2, 2, 1],
    [2, 5, 3],
    [3, 2, 1],
    [0, 4, 4],
  ])('%i engines share %i: at most %i each', (engines, partitions, most) => {
    expect(fairShare({ engines, partitions })).toBe(most);
  });

  it('are tried while an engine has less than its share', () => {
    expect(partitionsToAcquire({ partitions: 4, engines: 2, own: [1] })).toEqual([0, 2, 3]);
    expect(partitionsToAcquire({ partitions: 4, engines: 2, own: [1, 2] })).toEqual([]);
  });

  it('above the share are given up when another engine comes', () => {
    expect(partitionsToRelease({ partitions: 4, engines: 2, own: [3, 0, 2, 1] })).toEqual([2, 3]);
    expect(partitionsToRelease({ partitions: 4, engines: 1, own: [0, 1, 2, 3] })).toEqual([]);
  });

  it('of an odd number do not wander: an engine with the larger part keeps it', () => {
    expect(partitionsToRelease({ partitions: 3, engines: 2, own: [0, 2] })).toEqual([]);
    expect(partitionsToAcquire({ partitions: 3, engines: 2, own: [1] })).toEqual([0, 2]);
  });
});
