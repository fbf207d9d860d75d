import { describe, expect, it } from 'vitest';
import { fairShare, partitionsToRelease, partitionsToAcquire } from '#platform/lease/share.ts';

const range = (length: number): readonly number[] => Array.from({ length }, (_, partition) => partition);
const othersWith = (...counts: readonly number[]): ReadonlyMap<string, number> =>
  new Map(counts.map((count, at) => [`c${String(at)}`, count]));

/** What members own after each has acquired and released in turns until nothing changes, as the leases of free partitions allow. */
function settled(partitions: number, start: Readonly<Record<string, readonly number[]>>) {
  const owned = new Map(Object.entries(start).map(([name, own]) => [name, [...own]]));
  for (let turn = 0; turn < 100; turn += 1)
    for (const [member, own] of owned) {
      const others = new Map(
        [...owned].filter(([name]) => name !== member).map(([name, of]) => [name, of.length]),
      );
      const sharing = () => ({ partitions: range(partitions), member, own, others });
      for (const one of partitionsToRelease(sharing())) own.splice(own.indexOf(one), 1);
      for (const one of partitionsToAcquire(sharing()))
        if (partitionsToAcquire(sharing()).includes(one) && ![...owned.values()].flat().includes(one))
          own.push(one);
    }
  return Object.fromEntries(owned);
}
const countsOf = (owned: Readonly<Record<string, readonly number[]>>): readonly number[] =>
  Object.values(owned)
    .map(({ length }) => length)
    .toSorted((one, other) => one - other);

describe('partitions', () => {
  it.each([
    [1, 2, [2]],
    [2, 2, [1, 1]],
    [2, 5, [2, 3]],
    [3, 2, [0, 1, 1]],
    [3, 4, [1, 1, 2]],
    [5, 8, [1, 1, 2, 2, 2]],
    [3, 64, [21, 21, 22]],
  ])('%i members share %i: %j', (members, partitions, counts) => {
    const names = range(members).map((at) => `m${String(at)}`);
    const allOwnedBy = (owner: string) =>
      Object.fromEntries(names.map((name) => [name, name === owner ? range(partitions) : []]));
    for (const name of names) expect(countsOf(settled(partitions, allOwnedBy(name)))).toEqual(counts);
    const fromNothing = settled(partitions, Object.fromEntries(names.map((name) => [name, []])));
    expect(countsOf(fromNothing)).toEqual(counts);
    expect(new Set(Object.values(fromNothing).flat()).size).toBe(partitions);
  });

  it('are tried while a member has less than its share', () => {
    const sharing = { partitions: range(4), member: 'm', others: othersWith(2) };
    expect(partitionsToAcquire({ ...sharing, own: [1] })).toEqual([0, 2, 3]);
    expect(partitionsToAcquire({ ...sharing, own: [1, 2] })).toEqual([]);
  });

  it('that a member may not own are not tried', () => {
    const sharing = { member: 'm', own: [3], others: othersWith() };
    expect(partitionsToAcquire({ ...sharing, partitions: [1, 3] })).toEqual([1]);
  });

  it('above the share are given up when another member comes', () => {
    const sharing = { partitions: range(4), member: 'm', own: [3, 0, 2, 1] };
    expect(partitionsToRelease({ ...sharing, others: othersWith(0) })).toEqual([2, 3]);
    expect(partitionsToRelease({ ...sharing, others: othersWith() })).toEqual([]);
  });

  it('of an odd number do not wander: a member with the larger part keeps it', () => {
    for (const member of ['a', 'm']) {
      const sharing = { partitions: range(3), member };
      expect(partitionsToRelease({ ...sharing, own: [0, 2], others: othersWith(1) })).toEqual([]);
      expect(partitionsToAcquire({ ...sharing, own: [1], others: othersWith(2) })).toEqual([]);
    }
  });

  it('left over are given up by the later ones by name if too many members have one', () => {
    const sharing = { partitions: range(4), own: [0, 1], others: new Map([...othersWith(2), ['d', 0]]) };
    expect(fairShare({ ...sharing, member: 'a' })).toBe(2);
    expect(partitionsToRelease({ ...sharing, member: 'm' })).toEqual([1]);
  });
});
