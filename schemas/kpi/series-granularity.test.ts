import { describe, expect, it } from 'vitest';
import { RETENTION_POINTS } from '../time/granularity.ts';
import { granularitiesOf, pointsOf } from './series-granularity.ts';

const DAY = 86_400;

describe('the granularity of a series', () => {
  it.each([
    ['up to 2 days', 2 * DAY, {}, '5m', '5m'],
    ['up to 24 days', 2 * DAY + 1, {}, '1h', '1h'],
    ['beyond 24 days', 24 * DAY + 1, {}, '1d', '1d'],
    ['displayed coarser', 2 * DAY, { display: '1d' }, '5m', '1d'],
    ['displayed finer than the automatic one', 20 * DAY, { display: '5m' }, '5m', '5m'],
    ['computed coarser than the automatic one', DAY, { working: '1h' }, '1h', '1h'],
    ['computed finer', 20 * DAY, { working: '5m' }, '5m', '1h'],
    ['as stated', DAY, { working: '1h', display: '1w' }, '1h', '1w'],
  ] as const)('%s', (_, seconds, stated, working, display) => {
    expect(granularitiesOf({ from: 0, to: seconds, ...stated })).toEqual({ working, display });
  });

  it('gives every automatic series at most 577 points', () => {
    for (let days = 1; days <= 570; days += 1) {
      const span = { from: 0, to: days * DAY };
      expect(pointsOf(span, granularitiesOf(span).display)).toBeLessThanOrEqual(RETENTION_POINTS);
    }
  });
});
