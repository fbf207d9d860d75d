import { describe, expect, it } from 'vitest';
import { DeltaThrottle } from './delta-throttle.ts';

describe('deltas of a customer', () => {
  it('are sent up to a thousand rows per second', () => {
    const throttle = new DeltaThrottle();
    for (let delta = 0; delta < 5; delta += 1) expect(throttle.admit(1, 200, delta)).toBe(true);
    expect(throttle.admit(1, 200, 1_500)).toBe(true);
    expect(throttle.drain(9_000)).toEqual([]);
  });

  it('are suppressed above that, for this customer only, until 300 ms pass without deltas', () => {
    const throttle = new DeltaThrottle();
    expect(throttle.admit(1, 1_001, 0)).toBe(false);
    expect(throttle.admit(2, 10, 1)).toBe(true);
    expect(throttle.admit(1, 0, 200)).toBe(false);
    expect(throttle.drain(499)).toEqual([]);
    expect(throttle.drain(500)).toEqual([1]);
    expect(throttle.drain(501)).toEqual([]);
    expect(throttle.admit(1, 1, 502)).toBe(true);
  });

  it('are suppressed for at most five seconds', () => {
    const throttle = new DeltaThrottle();
    for (let ms = 0; ms < 5_000; ms += 100) {
      expect(throttle.admit(1, 5_000, ms)).toBe(false);
      expect(throttle.drain(ms)).toEqual([]);
    }
    expect(throttle.drain(5_000)).toEqual([1]);
  });
});
