import { expect, it } from 'vitest';
import { ownedPartitions } from './owned-partitions.ts';

it('a writer owns every partition when its list is empty', () => {
  expect(ownedPartitions('', 3)).toEqual({ ok: true, value: [0, 1, 2] });
});
it('a writer owns the listed partitions', () => {
  expect(ownedPartitions('2, 0', 3)).toEqual({ ok: true, value: [2, 0] });
});
for (const list of ['3', '0,', 'x', '-1', '1.5'])
  it(`a writer of three partitions rejects the list "${list}"`, () => {
    expect(ownedPartitions(list, 3).ok).toBe(false);
  });
