import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';
import { TargetGate } from './target-gate.ts';

describe('the wait before another attempt', () => {
  it.for([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [5, 8_000, 16_000],
    [9, 128_000, 256_000],
    [10, 150_000, 300_000],
    [1_000, 150_000, 300_000],
  ] as const)('after %s failures is from %s to %s ms', ([failures, least, most]) => {
    expect(backOffMs(failures, () => 0)).toBe(least);
    expect(backOffMs(failures, () => 1)).toBe(most);
  });

  it('never goes down when no chance is in it', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (one, other) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)];
        expect(backOffMs(many, () => 0.5)).toBeGreaterThanOrEqual(backOffMs(few, () => 0.5));
      }),
    );
  });
});

describe('a target that fails', () => {
  const gate = () => new TargetGate(() => 0);
  it('keeps its jobs waiting, and those of no other target', () => {
    const one = gate();
    expect(one.enter('a', 0)).toBe(0);
    expect(one.failed('a', 0)).toBe(500);
    expect(one.enter('a', 499)).toBe(1);
    expect(one.enter('b', 499)).toBe(0);
    expect(one.enter('a', 500)).toBe(0);
  });

  it('is tried by one job at a time until one succeeds', () => {
    const one = gate();
    one.enter('a', 0);
    one.failed('a', 0);
    expect(one.enter('a', 1_000)).toBe(0);
    expect(one.enter('a', 1_000)).toBeGreaterThan(0);
    one.succeeded('a');
    expect([one.enter('a', 1_000), one.enter('a', 1_000)]).toEqual([0, 0]);
  });

  it('waits as long as the receiver asks for', () => {
    const one = gate();
    one.enter('a', 0);
    expect(one.failed('a', 0, 60_000)).toBe(60_000);
    expect(one.enter('a', 59_000)).toBe(1_000);
  });

  it('is not asked by more than eight jobs at once while it works', () => {
    const one = gate();
    const waits = Array.from({ length: 10 }, () => one.enter('a', 0));
    expect(waits.filter((wait) => wait === 0).length).toBe(8);
  });
});
