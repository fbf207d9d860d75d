import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

describe('the back-off', () => {
  it.for([
    [1, 100],
    [2, 200],
    [3, 400],
    [6, 3_200],
    [7, 5_000],
    [1_000, 5_000],
  ] as const)('from 0.1 s to 5 s is, after %s failures, %s ms', ([failures, expected]) => {
    expect(backOffMs(failures, { firstMs: 100, maxMs: 5_000 })).toBe(expected);
  });

  it.for([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [5, 8_000, 16_000],
    [9, 128_000, 256_000],
    [10, 150_000, 300_000],
    [1_000, 150_000, 300_000],
  ] as const)('with jitter is, after %s failures, from %s to %s ms', ([failures, min, max]) => {
    const backOff = { firstMs: 1_000, maxMs: 300_000 };
    expect(backOffMs(failures, { ...backOff, random: () => 0 })).toBe(min);
    expect(backOffMs(failures, { ...backOff, random: () => 1 })).toBe(max);
  });

  it('never decreases with more failures', () => {
    const delayMs = (failures: number) => backOffMs(failures, { firstMs: 1_000, maxMs: 300_000 });
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (one, other) => {
        expect(delayMs(Math.max(one, other))).toBeGreaterThanOrEqual(delayMs(Math.min(one, other)));
      }),
    );
  });
});
