import { describe, expect, it } from 'vitest';
import { countHandled, expiries, isShown, untilOf } from './handling.ts';

const acknowledged = { by: 'Ada', at: 0, note: '', until: null, untilWorse: false };
const silenced = { silence: 1, by: 'Ada', reason: 'work', until: null };

describe('an acknowledgement made now', () => {
  it.each([
    ['clear', null],
    ['30min', 1_800_000],
    ['1h', 3_600_000],
    ['4h', 14_400_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
  ] as const)('for %s ends at %s', (expiry, until) => {
    expect(untilOf(expiry, 0)).toBe(until);
    expect(expiries).toContain(expiry);
  });
});

describe('the filter', () => {
  it.each([
    [{}, false, false, true],
    [{ acknowledged }, true, false, true],
    [{ acknowledged }, false, true, false],
    [{ silenced }, true, false, false],
    [{ acknowledged, silenced }, true, false, false],
    [{ acknowledged, silenced }, true, true, true],
  ])('of %j with acknowledged %s and silenced %s shows it: %s', (marks, first, second, expected) => {
    expect(isShown(marks, { acknowledged: first, silenced: second })).toBe(expected);
  });

  it('counts acknowledged and silenced alarms', () => {
    expect(countHandled([{}, { acknowledged }, { acknowledged, silenced }])).toEqual({
      acknowledged: 2,
      silenced: 1,
    });
  });
});
