import { describe, expect, it } from 'vitest';
import { rowAfterKey } from './table-keys.ts';

const table = { count: 100, page: 20 };

describe('moving in a table by keys', () => {
  for (const [key, from, to] of [
    ['ArrowDown', 5, 6],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 0, 0],
    ['PageDown', 5, 25],
    ['PageUp', 5, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['ArrowDown', -1, 0],
  ] as const)
    it(`${key} from ${String(from)} goes to ${String(to)}`, () =>
      expect(rowAfterKey(key, from, table)).toBe(to));

  it('leaves other keys and an empty table alone', () => {
    expect(rowAfterKey('x', 5, table)).toBeUndefined();
    expect(rowAfterKey('End', 0, { count: 0, page: 20 })).toBeUndefined();
  });
});
