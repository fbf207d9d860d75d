import { describe, expect, it } from 'vitest';
import { activePeriods } from './active-periods.ts';
import { Recurrence } from './recurrence.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const nightly = Recurrence.parse({ every: 'day', time: '02:00', minutes: 60, zone: 'UTC' });
const once = { startsAt: 5 * HOUR, endsAt: 6 * HOUR, recurrence: null };

describe('the active periods of a silence', () => {
  it.each([
    ['before it', 0, 5 * HOUR, 0],
    ['that reaches into it', 0, 5 * HOUR + 1, 1],
    ['within it', 5.2 * HOUR, 5.4 * HOUR, 1],
    ['that starts with its end', 6 * HOUR, 9 * HOUR, 0],
  ])('are listed for a period %s', (_, from, to, count) => {
    expect(activePeriods(once, { from, to })).toHaveLength(count);
  });

  it('are those of its maintenance windows, each night once', () => {
    const times = { startsAt: 0, endsAt: null, recurrence: nightly };
    const found = activePeriods(times, { from: 2.5 * HOUR, to: 2 * DAY + 2 * HOUR });
    expect(found.map(({ from }) => from / HOUR)).toEqual([2, 26]);
  });

  it('have no end while the silence has none', () => {
    const open = { startsAt: HOUR, endsAt: null, recurrence: null };
    expect(activePeriods(open, { from: 0, to: DAY })).toEqual([{ from: HOUR, until: Infinity }]);
  });
});
