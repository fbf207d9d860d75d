import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import { proposedThreshold } from './proposed-threshold.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
const serious: Thresholds = [
  { from: 40, level: 'notice' },
  { from: 70, level: 'warning' },
];
const plain = { unit: 'bps', thresholds: [], isLowBad: false } as const;

describe('the threshold that an alarm on a chart starts with', () => {
  it.each([
    ['a fifth above what 99 of 100 values reach', { values: hundred }, '>', 120],
    ['with two digits, away from the values', { values: [1_234_567] }, '>', 1_500_000],
    ['of small values as well', { values: [0.00123] }, '>', 0.0015],
    ['of percentages at most 95', { values: [90], unit: 'percent' }, '>', 95],
    ['below what is good when it is high', { values: [99.2, 99.9, 100], isLowBad: true }, '<', 99],
    ['the serious one of the chart', { values: hundred, thresholds: serious }, '>', 70],
    ['of a line that is idle nothing', { values: [0, 0] }, '>', 0],
  ] as const)('is %s', (...[, shown, operator, threshold]) => {
    expect(proposedThreshold({ ...plain, ...shown })).toEqual({ operator, threshold });
  });

  it('is none without values', () => {
    expect(proposedThreshold({ ...plain, values: [null] })).toBeUndefined();
  });

  it('leaves at most one of a hundred values outside', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 300 }), (values) => {
        const limit = proposedThreshold({ ...plain, values })!;
        expect(values.filter((value) => value > limit.threshold).length).toBeLessThanOrEqual(
          values.length / 100,
        );
      }),
    );
  });
});
