import { describe, expect, it } from 'vitest';
import { fairShare, partitionsToRelease, partitionsToAcquire } from '#platform/lease/share.ts';

describe('partitions', () => {
  it.each([
    [1, 2, 2],
    [2, 2, 1],
    [2, 5, 3],
    [3, 2, 1],
    [0, 4, 4],
  ])('%i members share %i: at most %i each', (members, partitions, most) => {
    expect(fairShare({ members, partitions })).toBe(most);
  });

  it('are tried while a member has less than its share', () => {
    expect(partitionsToAcquire({ partitions: 4, members: 2, own: [1] })).toEqual([0, 2, 3]);
    expect(partitionsToAcquire({ partitions: 4, members: 2, own: [1, 2] })).toEqual([]);
  });

  it('above the share are given up when another member comes', () => {
    expect(partitionsToRelease({ partitions: 4, members: 2, own: [3, 0, 2, 1] })).toEqual([2, 3]);
    expect(partitionsToRelease({ partitions: 4, members: 1, own: [0, 1, 2, 3] })).toEqual([]);
  });

  it('of an odd number do not wander: a member with the larger part keeps it', () => {
    expect(partitionsToRelease({ partitions: 3, members: 2, own: [0, 2] })).toEqual([]);
    expect(partitionsToAcquire({ partitions: 3, members: 2, own: [1] })).toEqual([0, 2]);
  });
});
