import { describe, expect, it } from 'vitest';
import { deadPlaces, isDead, patienceWith } from './dead-device.ts';

const patience = { timeoutMs: 2_000, retries: 2 };

describe('a device that keeps silent', () => {
  for (const [silentPolls, dead, retries] of [
    [0, false, 2],
    [2, false, 2],
    [3, true, 0],
    [500, true, 0],
  ] as const)
    it(`for ${String(silentPolls)} polls is asked with ${String(retries)} repeats`, () => {
      expect(isDead({ silentPolls })).toBe(dead);
      expect(patienceWith({ silentPolls }, patience)).toEqual({ timeoutMs: 2_000, retries });
    });

  it('takes a quarter of the places at most, and one at least', () => {
    expect([1, 4, 256].map(deadPlaces)).toEqual([1, 1, 64]);
  });
});
