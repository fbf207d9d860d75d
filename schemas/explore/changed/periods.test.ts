import { describe, expect, it } from 'vitest';
import { alarmPeriod, baselinePeriods, inFullSteps, chartStepOf, type AlarmEdge } from './periods.ts';

const at = (text: string): number => Date.parse(text) / 1_000;
const HOUR = 3_600;

describe('the baseline of a period', () => {
  it('is as long right before it', () => {
    expect(baselinePeriods({ from: 10_000, to: 13_600 }, 'before', 'UTC')).toEqual([
      { from: 6_400, to: 10_000 },
    ]);
  });

  it('is the same hours of the clock in the four weeks before, also where the clock changed', () => {
    const period = { from: at('2026-03-31T08:00:00Z'), to: at('2026-03-31T09:00:00Z') };
    const weeks = baselinePeriods(period, 'weeks', 'Europe/Paris');
    // Ten o'clock in Paris: in winter an hour later in UTC.
    expect(weeks.map(({ from }) => from)).toEqual(
      ['2026-03-24', '2026-03-17', '2026-03-10', '2026-03-03'].map((day) => at(`${day}T09:00:00Z`)),
    );
    expect(weeks.map(({ from, to }) => to - from)).toEqual([HOUR, HOUR, HOUR, HOUR]);
  });

  it.each([
    [60, 1, 300],
    [300, 1, 300],
    [HOUR, 1, 300],
    [5 * HOUR, 1, 600],
    [2 * HOUR, HOUR, HOUR],
    [HOUR, 300, 300],
    [24 * HOUR, 300, 1_800],
    [31 * 24 * HOUR, HOUR, 86_400],
  ])('of %i s is drawn in multiples of five minutes and of the %i s of its rows', (length, least, step) => {
    expect(chartStepOf({ from: 0, to: length }, least)).toBe(step);
  });

  it('has full steps of the rows that are read', () => {
    expect(inFullSteps({ from: 301, to: 899 }, 300)).toEqual({ from: 300, to: 900 });
  });
});

describe('the period of an alarm', () => {
  const T = 1_000_000;
  const raise = (time: number, firstOutlier = time - 300): AlarmEdge => ({
    edge: 'raise',
    at: time,
    firstOutlier,
  });
  const clear = (time: number): AlarmEdge => ({ edge: 'clear', at: time });
  it.each<[string, readonly AlarmEdge[], number, number, object]>([
    [
      'begins with the first measure that raised it',
      [raise(T)],
      T,
      T + 1_200,
      { from: T - 300, to: T + 1_200 },
    ],
    ['lasts an hour at most', [raise(T)], T, T + 9 * HOUR, { from: T - 300, to: T - 300 + HOUR }],
    ['ends when it cleared', [clear(T + 900), raise(T)], T, T + 9 * HOUR, { from: T - 300, to: T + 900 }],
    ['is five minutes at least', [raise(T, T)], T, T + 60, { from: T - 240, to: T + 60 }],
    [
      'begins with an earlier raise that cleared less than an hour before',
      [raise(T + HOUR), clear(T + 1_800), raise(T)],
      T + HOUR,
      T + 2 * HOUR,
      { from: T - 300, to: T - 300 + HOUR },
    ],
    [
      'leaves out a raise that cleared long before',
      [raise(T + 3 * HOUR), clear(T), raise(T - 600)],
      T + 3 * HOUR,
      T + 4 * HOUR,
      { from: T + 3 * HOUR - 300, to: T + 4 * HOUR - 300 },
    ],
    [
      'is that of the run at a time, not of a later one',
      [raise(T + 9 * HOUR), clear(T + 900), raise(T)],
      T + 60,
      T + 10 * HOUR,
      { from: T - 300, to: T + 900 },
    ],
    [
      'begins at its window where the raise is not stored any more',
      [clear(T + 900)],
      T,
      T + 900,
      { from: T, to: T + 900 },
    ],
  ])('%s', (_, events, since, now, expected) => {
    expect(alarmPeriod(events, { since, now })).toEqual(expected);
  });
});
