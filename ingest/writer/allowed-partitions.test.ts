import { expect, it } from 'vitest';
import { allowedPartitions } from './allowed-partitions.ts';

it('a writer may write every partition when its list is empty', () => {
  expect(allowedPartitions('', 3)).toEqual({ ok: true, value: undefined });
});
it('a writer may write the listed partitions, in whichever order they are listed', () => {
  expect(allowedPartitions('2, 0', 3)).toEqual({ ok: true, value: [0, 2] });
});
for (const list of ['3', '0,', 'x', '-1', '1.5'])
  it(`a writer of three partitions rejects the list "${list}"`, () => {
    expect(allowedPartitions(list, 3).ok).toBe(false);
  });
