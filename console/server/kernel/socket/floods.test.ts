import { describe, expect, it } from 'vitest';
import { Floods } from './floods.ts';

describe('deltas of a customer', () => {
  it('are handed on up to four thousand rows in a second', () => {
    const floods = new Floods();
    for (let delta = 0; delta < 8; delta += 1) expect(floods.passes(1, 500, delta)).toBe(true);
    expect(floods.passes(1, 500, 1_500)).toBe(true);
    expect(floods.over(9_000)).toEqual([]);
  });

  it('are held back above, of this customer only, until nothing came for 300 ms', () => {
    const floods = new Floods();
    expect(floods.passes(1, 4_001, 0)).toBe(false);
    expect(floods.passes(2, 10, 1)).toBe(true);
    expect(floods.passes(1, 0, 200)).toBe(false);
    expect(floods.over(499)).toEqual([]);
    expect(floods.over(500)).toEqual([1]);
    expect(floods.over(501)).toEqual([]);
    expect(floods.passes(1, 1, 502)).toBe(true);
  });

  it('are held back for five seconds at most', () => {
    const floods = new Floods();
    for (let ms = 0; ms < 5_000; ms += 100) {
      expect(floods.passes(1, 5_000, ms)).toBe(false);
      expect(floods.over(ms)).toEqual([]);
    }
    expect(floods.over(5_000)).toEqual([1]);
  });
});
