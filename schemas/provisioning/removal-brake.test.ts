import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brakedRemoval, isBraked, removalBrake } from './removal-brake.ts';

describe('an automatic removal', () => {
  it.each([
    ['nothing of nothing', 0, 0, false],
    ['nothing', 0, 18, false],
    ['two of two', 2, 2, false],
    ['two of three', 2, 3, false],
    ['three of three', 3, 3, true],
    ['three of 29', 3, 29, true],
    ['three of 30, a tenth', 3, 30, false],
    ['three of 31', 3, 31, false],
    ['eleven of 18', 11, 18, true],
    ['all of 5,000', 5_000, 5_000, true],
    ['a tenth of 5,000', 500, 5_000, false],
    ['one more than a tenth of 5,000', 501, 5_000, true],
  ])('of %s waits for a person: %o', (_what, lacks, had, waits) => {
    expect(isBraked({ had, lacks })).toBe(waits);
  });

  it.each([
    [50, 11, 18, true],
    [50, 9, 18, false],
    [100, 18, 18, false],
    [1, 3, 200, true],
  ])('stops above the share of its source: %i percent', (percent, lacks, had, waits) => {
    expect(isBraked({ had, lacks }, { ...removalBrake, percent })).toBe(waits);
  });

  it('never runs when more than the share and the least number are lacking', () => {
    assert(
      property(integer({ min: 0, max: 100_000 }), integer({ min: 0, max: 100_000 }), (had, remaining) => {
        const lacks = had - Math.min(had, remaining);
        expect(isBraked({ had, lacks })).toBe(lacks >= 3 && lacks / had > 0.1);
      }),
    );
  });

  it('of several parts stops at the part that lacks most', () => {
    const parts = [
      { of: 'acme', had: 1_000, lacks: 90 },
      { of: 'globex', had: 20, lacks: 15 },
      { of: 'initech', had: 9, lacks: 8 },
    ];
    expect(brakedRemoval(parts)?.of).toBe('globex');
    expect(brakedRemoval(parts.slice(0, 1))).toBeUndefined();
  });
});
