import { describe, expect, it } from 'vitest';
import { isEmptyResponse, jsonTable } from './json-table.ts';

const shape = (value: unknown) => {
  const { columns, rows } = jsonTable(value);
  return [columns, rows.map(({ cells }) => cells)];
};

describe('the table of a JSON response', () => {
  it.each([
    [
      'a list of objects has their members as columns',
      [
        { a: 1, b: 'x' },
        { b: null, c: [2] },
      ],
      [
        ['a', 'b', 'c'],
        [
          [1, 'x', null],
          [null, null, '[2]'],
        ],
      ],
    ],
    [
      'an object is names and values',
      { up: true, at: { x: 1 } },
      [
        ['name', ''],
        [
          ['up', 'true'],
          ['at', '{"x":1}'],
        ],
      ],
    ],
    ['a list of values is one column', ['a', 2], [[''], [['a'], [2]]]],
    [
      'a list of both has a column for values',
      ['a', { b: 1 }],
      [
        ['', 'b'],
        [
          ['a', null],
          [null, 1],
        ],
      ],
    ],
    ['a value is one cell', 7, [[''], [[7]]]],
    ['a member without a name is not taken for a value', [{ '': 1 }], [[''], [[null]]]],
  ])('%s', (_, value, expected) => {
    expect(shape(value)).toEqual(expected);
  });

  it('shows the first thousand rows and forty columns, and says what is left out', () => {
    const wide = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`c${String(index)}`, index]));
    const table = jsonTable(Array.from({ length: 1_200 }, () => wide));
    expect([table.rows.length, table.allRows, table.columns.length, table.hiddenColumns]).toEqual([
      1_000, 1_200, 40, 5,
    ]);
  });

  it.each([
    [[], true],
    [{}, true],
    [null, true],
    [0, false],
    ['', false],
    [[null], false],
  ])('of %j is empty: %s', (value, expected) => {
    expect(isEmptyResponse(value)).toBe(expected);
  });
});
