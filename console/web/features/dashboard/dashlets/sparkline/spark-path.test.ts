import { expect, it } from 'vitest';
import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import { sparkBounds, sparkPath } from './spark-path.ts';

it('a sparkline reaches from its least to its greatest value', () => {
  expect(sparkBounds([3, null, 1, 7])).toEqual([1, 7]);
  expect(sparkBounds([5, 5])).toEqual([4, 6]);
  expect(sparkBounds([null])).toEqual([0, 1]);
  expect(sparkPath([0, 10], [0, 10])).toBe('M 0.00 19.00 L 100.00 1.00');
});

it('a sparkline continues over the steps that its source does not measure', () => {
  expect(sparkPath(joinedValues([0, null, 10, null, 5]), [0, 10])).toBe(
    'M 0.00 19.00 L 50.00 1.00 L 100.00 10.00',
  );
});

it('a sparkline is interrupted where values are missing', () => {
  expect(sparkPath([0, null, 10, 5, 0], [0, 10])).toBe(
    'M 0.00 19.00 l 0 0 M 50.00 1.00 L 75.00 10.00 L 100.00 19.00',
  );
});
