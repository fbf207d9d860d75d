import { describe, expect, it } from 'vitest';
import { Operator } from '#schemas/alerting/alert.ts';
import { decide, windowMask, popCount, outlierBit, relationsOf } from './outlier.ts';

describe('an outlier', () => {
  it.each([
    ['>', 0, 0, 1],
    ['>=', 0, 1, 1],
    ['<', 1, 0, 0],
    ['<=', 1, 1, 0],
    ['=', 0, 1, 0],
    ['!=', 1, 0, 1],
  ] as const)('by %s of 80 is found for 79, 80, 81 as %i, %i, %i', (operator, below, at, above) => {
    const found = [79, 80, 81].map((value) => outlierBit(relationsOf(operator), value, 80));
    expect(found).toEqual([below, at, above]);
  });

  it('is never a missing measure, whatever the operator', () => {
    for (const operator of Operator.options) expect(outlierBit(relationsOf(operator), NaN, 80)).toBe(0);
  });
});

describe('an alarm', () => {
  it.each([
    { found: 3, raised: false, expected: 'raise' },
    { found: 2, raised: false, expected: 'keep' },
    { found: 5, raised: true, expected: 'keep' },
    { found: 2, raised: true, expected: 'clear' },
  ] as const)('of 3 outliers with $found found, raised $raised: $expected', ({ found, raised, expected }) => {
    expect(decide(found, 3, raised)).toBe(expected);
  });

  it.each([
    [1, 0b1],
    [5, 0b11111],
    [31, 0x7fff_ffff],
    [32, 0xffff_ffff],
  ])('over %i measures uses these bits', (measures, mask) => {
    expect(windowMask(measures)).toBe(mask);
    expect(popCount(windowMask(measures))).toBe(measures);
  });
});
