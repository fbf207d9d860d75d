import { describe, expect, it } from 'vitest';
import { cronFault, nextRuns } from './next-runs.ts';

const runs = (cron: string, timeZone: string, after: string) =>
  nextRuns({ cron, timeZone }, new Date(after), 3).map((at) => at.toISOString());

describe('a scheduled import', () => {
  it('runs at the time of its zone, in summer and winter', () => {
    expect(runs('0 6 * * 1-5', 'Europe/Paris', '2026-10-23T05:00:00Z')).toEqual([
      '2026-10-26T05:00:00.000Z',
      '2026-10-27T05:00:00.000Z',
      '2026-10-28T05:00:00.000Z',
    ]);
  });

  it('runs once in the night whose clock is set forward', () => {
    expect(runs('30 2 * * *', 'Europe/Paris', '2026-03-28T12:00:00Z').slice(0, 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it.for([
    ['0 6 * *', 'five fields are needed'],
    ['0 0 6 * * *', 'five fields are needed'],
    ['0 0 30 2 *', 'it never comes'],
  ] as const)('at “%s” is rejected: %s', ([cron, fault]) => {
    expect(cronFault({ cron, timeZone: 'UTC' })).toBe(fault);
  });

  it('names what is wrong in an expression', () => {
    expect(cronFault({ cron: '61 6 * * *', timeZone: 'UTC' })).toMatch(/61/);
    expect(cronFault({ cron: '0 6 * * *', timeZone: 'UTC' })).toBeUndefined();
  });
});
