import { describe, expect, it } from 'vitest';
import { stepStarts } from '#schemas/time/zoned-steps.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { pointCount } from './point-count.ts';

const at = (text: string): number => Date.parse(text) / 1_000;
const zone = 'Europe/Paris';
function span(from: string, to: string, display: Granularity, isOverTime = true) {
  const period = { from: at(from), to: at(to) };
  const steps = isOverTime ? [...stepStarts(period, display, zone)] : null;
  return { ...period, display, timeZone: zone, steps };
}
const january = ['2026-01-05T00:00+01:00', '2026-01-12T00:00+01:00'] as const;
const clockChange = ['2026-03-23T00:00+01:00', '2026-03-30T00:00+02:00'] as const;

describe('the points of a value', () => {
  it.each([
    ['five minutes of days', span(...january, '1d'), '5m', '24h', 288, 288],
    ['five minutes of hours', span(...january, '1h'), '5m', '24h', 12, 12],
    ['hours of days', span(...january, '1d'), '1h', '24h', 24, 24],
    ['days of weeks', span(...january, '1w'), '1d', '24h', 7, 7],
    ['business days of weeks', span(...january, '1w'), '1d', 'monday-friday', 5, 5],
    ['five minutes of a week of business days', span(...january, '1w'), '5m', 'monday-friday', 1_440, 1_440],
    ['days of months', span('2026-01-01T00:00+01:00', '2026-04-01T00:00+02:00', '1mo'), '1d', '24h', 28, 31],
    ['a day of 23 hours among others', span(...clockChange, '1d'), '5m', '24h', 276, 288],
    ['a week with a day of 23 hours', span(...clockChange, '1h', false), '5m', '24h', 2_004, 2_004],
    [
      'a day of 25 hours',
      span('2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', '1d'),
      '1h',
      '24h',
      25,
      25,
    ],
    ['days without those that do not count', span(...january, '1d'), '5m', 'monday-friday', 288, 288],
  ] as const)('are counted: %s', (_, of, working, hours, least, most) => {
    expect(pointCount(of, working, hours)).toEqual({ least, most });
  });

  it('of a step under way are those of the complete step', () => {
    const day = span('2026-01-05T00:00+01:00', '2026-01-05T07:00+01:00', '1d');
    expect(pointCount(day, '5m', '24h')).toEqual({ least: 288, most: 288 });
  });

  it('are not counted where weeks do not divide months', () => {
    const months = span('2026-01-01T00:00+01:00', '2026-04-01T00:00+02:00', '1mo');
    expect(pointCount(months, '1w', '24h')).toBeUndefined();
  });
});
