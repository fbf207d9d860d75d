import { describe, expect, it } from 'vitest';
import { earlierStepOf } from './earlier-steps.ts';
import type { Comparison } from '#schemas/data/comparison.ts';
import type { Granularity } from '#schemas/time/granularity.ts';

const PARIS = 'Europe/Paris';
const at = (text: string): number => Date.parse(text) / 1_000;
const text = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString().slice(0, 16);
const earlier = (
  [from, to]: readonly [string, string],
  [display, timeZone]: readonly [Granularity, string],
  comparison: Comparison,
) => {
  const stepOf = earlierStepOf({ from: at(from), to: at(to), display, timeZone }, comparison);
  return (step: string): string | undefined => text(stepOf(at(step)));
};

describe('a step is compared', () => {
  it('with the one at the same place of the period right before', () => {
    const hour = earlier(['2026-03-10T10:00Z', '2026-03-10T11:00Z'], ['5m', 'UTC'], 'previous');
    expect([hour('2026-03-10T10:00Z'), hour('2026-03-10T10:55Z')]).toEqual([
      '2026-03-10T09:00',
      '2026-03-10T09:55',
    ]);
    const quarter = earlier(['2026-04-01T00:00Z', '2026-07-01T00:00Z'], ['1mo', 'UTC'], 'previous');
    expect([quarter('2026-04-01T00:00Z'), quarter('2026-06-01T00:00Z')]).toEqual([
      '2026-01-01T00:00',
      '2026-03-01T00:00',
    ]);
  });

  it('with the same local time a day, a week and a month ago, also across a clock change', () => {
    // The clocks of Paris go forward on 29 March 2026 at 2:00.
    const period = ['2026-03-30T06:00Z', '2026-03-30T07:00Z'] as const;
    expect(earlier(period, ['1h', PARIS], 'day')('2026-03-30T06:00Z')).toBe('2026-03-29T06:00');
    expect(earlier(period, ['1h', PARIS], 'week')('2026-03-30T06:00Z')).toBe('2026-03-23T07:00');
    expect(earlier(period, ['1h', PARIS], 'month')('2026-03-30T06:00Z')).toBeUndefined();
    expect(earlier(period, ['1h', 'UTC'], 'month')('2026-03-28T06:00Z')).toBe('2026-02-28T06:00');
  });

  it('with the full step that contains the earlier time', () => {
    const weeks = earlier(['2026-03-02T00:00Z', '2026-03-23T00:00Z'], ['1w', 'UTC'], 'month');
    expect(weeks('2026-03-09T00:00Z')).toBe('2026-02-09T00:00');
    expect(weeks('2026-03-16T00:00Z')).toBe('2026-02-16T00:00');
    const days = earlier(['2026-05-04T00:00Z', '2026-05-05T00:00Z'], ['1w', 'UTC'], 'month');
    expect(days('2026-05-04T00:00Z')).toBe('2026-03-30T00:00');
  });
});
