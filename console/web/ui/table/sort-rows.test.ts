import { describe, expect, it } from 'vitest';
import { sortRows } from './sort-rows.ts';

const same = (value: number | string | null) => value;

describe('sorting a table', () => {
  it('sorts texts in natural order', () => {
    expect(sortRows(['site 10', 'Site 9', 'émile', 'emily'], same, false)).toEqual([
      'émile',
      'emily',
      'Site 9',
      'site 10',
    ]);
  });

  it('puts rows without a value last either way', () => {
    expect(sortRows([2, null, 1], same, false)).toEqual([1, 2, null]);
    expect(sortRows([2, null, 1], same, true)).toEqual([2, 1, null]);
  });

  it('keeps the order of equal rows', () => {
    const rows = [
      { id: 1, v: 5 },
      { id: 2, v: 5 },
      { id: 3, v: 1 },
    ];
    expect(sortRows(rows, ({ v }) => v, true).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});
