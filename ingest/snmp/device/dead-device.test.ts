import { describe, expect, it } from 'vitest';
import { maxDeadPolls, isDead, budgetFor } from './dead-device.ts';

const budget = { timeoutMs: 2_000, retries: 2 };

describe('a device that does not respond', () => {
  for (const [missedPolls, dead, retries] of [
    [0, false, 2],
    [2, false, 2],
    [3, true, 0],
    [500, true, 0],
  ] as const)
    it(`for ${String(missedPolls)} polls gets ${String(retries)} retries`, () => {
      expect(isDead({ missedPolls })).toBe(dead);
      expect(budgetFor({ missedPolls }, budget)).toEqual({ timeoutMs: 2_000, retries });
    });

  it('occupies at most a quarter of the slots and at least one', () => {
    expect([1, 4, 256].map(maxDeadPolls)).toEqual([1, 1, 64]);
  });
});
