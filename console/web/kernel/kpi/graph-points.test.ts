import { describe, expect, it } from 'vitest';
import { sparkLine } from './graph-points.ts';

describe('the line of a small graph', () => {
  const size = { width: 100, height: 10 };
  it.each([
    ['from the lowest to the highest value', [0, 5, 10], 'M0.0 10.0h0L50.0 5.0L100.0 0.0'],
    ['with a gap', [0, null, 10], 'M0.0 10.0h0M100.0 0.0h0'],
    ['up to the step of its source', [0, null, 5, null, 10], 'M0.0 10.0h0L50.0 5.0L100.0 0.0'],
    ['in the middle while the value is constant', [7, 7], 'M0.0 5.0h0L100.0 5.0'],
    ['nothing without a value', [null, null], ''],
  ])('is %s', (_, values, path) => expect(sparkLine({ values }, size)).toBe(path));
});
