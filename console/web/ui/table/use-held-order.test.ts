import { describe, expect, it } from 'vitest';
import { inEarlierOrder } from './use-held-order.ts';

const itself = (id: string): string => id;

describe('rows in an earlier order', () => {
  it.each([
    ['keep their places when they change', ['c', 'a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['close up where one is gone', ['c', 'a'], ['a', 'b', 'c'], ['a', 'c']],
    [
      'come before new ones, which keep their own order',
      ['z', 'b', 'y', 'a'],
      ['a', 'b'],
      ['a', 'b', 'z', 'y'],
    ],
  ])('%s', (_, rows, order, expected) => {
    expect(inEarlierOrder(rows, order, itself)).toEqual(expected);
  });
});
