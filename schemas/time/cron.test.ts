import { describe, expect, it } from 'vitest';
import { cronRuns } from './cron-runs.ts';
import { parseCron } from './cron.ts';

const runs = (cron: string, timeZone: string, after: string, count = 2): readonly string[] => {
  const parsed = parseCron(cron);
  if (!parsed.ok) throw new Error(parsed.fault);
  return [...cronRuns(parsed.pattern, timeZone, Date.parse(after)).take(count)].map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );
};

describe('an expression of five fields', () => {
  it.each([
    ['0 6 * *', 'five fields are needed'],
    ['61 6 * * *', '“61” is no minute (0 to 59)'],
    ['0 24 * * *', '“24” is no hour (0 to 23)'],
    ['0 0 0 * *', '“0” is no day of the month (1 to 31)'],
    ['0 0 * 13 *', '“13” is no month (1 to 12)'],
    ['0 0 * * MOO', '“MOO” is no day of the week (0 to 7)'],
    ['0-', '“0-” is no minute (0 to 59)'],
    ['5-1', '“5-1” is no minute (0 to 59)'],
    ['*/0', '“*/0” is no minute (0 to 59)'],
    ['1//2', '“1//2” is no minute (0 to 59)'],
    ['1,,2', '“” is no minute (0 to 59)'],
  ])('“%s” is rejected: %s', (cron, reason) => {
    const expression = cron.includes(' ') ? cron : `${cron} 6 * * *`;
    expect(parseCron(expression)).toEqual({ ok: false, fault: reason });
  });

  it.each([
    ['*/20 9-10 * * *', ['2026-05-01T09:00', '2026-05-01T09:20', '2026-05-01T09:40', '2026-05-01T10:00']],
    ['5 8 * jan,MAR *', ['2027-01-01T08:05', '2027-01-02T08:05', '2027-01-03T08:05', '2027-01-04T08:05']],
    ['0 8 * * 7', ['2026-05-03T08:00', '2026-05-10T08:00', '2026-05-17T08:00', '2026-05-24T08:00']],
    ['0 8 L * *', ['2026-05-31T08:00', '2026-06-30T08:00', '2026-07-31T08:00', '2026-08-31T08:00']],
    ['0 8 31 * *', ['2026-05-31T08:00', '2026-07-31T08:00', '2026-08-31T08:00', '2026-10-31T08:00']],
    ['0 8 29 2 *', ['2028-02-29T08:00', '2032-02-29T08:00', '2036-02-29T08:00', '2040-02-29T08:00']],
    ['0 8 * * FRI#2', ['2026-05-08T08:00', '2026-06-12T08:00', '2026-07-10T08:00', '2026-08-14T08:00']],
    ['0 8 * * 5L', ['2026-05-29T08:00', '2026-06-26T08:00', '2026-07-31T08:00', '2026-08-28T08:00']],
    // Either kind of days is enough.
    ['0 8 13 * 5', ['2026-05-01T08:00', '2026-05-08T08:00', '2026-05-13T08:00', '2026-05-15T08:00']],
    ['50/5 8 * * ?', ['2026-05-01T08:50', '2026-05-01T08:55', '2026-05-02T08:50', '2026-05-02T08:55']],
  ])('“%s” is due at these times', (cron, expected) => {
    expect(runs(cron, 'UTC', '2026-05-01T00:00:00Z', 4)).toEqual(expected);
  });

  it('loses no run of a day whose last hour is skipped', () => {
    expect(runs('45 23 * * *', 'America/Nuuk', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:45',
    ]);
  });

  it('has one run for the times that the clock skips, and one for a time that it repeats', () => {
    expect(runs('*/20 2 * * *', 'Europe/Paris', '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:00',
      '2026-03-30T00:20',
    ]);
    expect(runs('30 2 * * *', 'Europe/Paris', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('of every hour continues through the repeated one', () => {
    expect(runs('*/30 * * * *', 'Europe/Paris', '2026-10-24T23:59:00Z', 5)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ]);
  });

  it('that never comes has no run', () => {
    expect(runs('0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z')).toEqual([]);
  });
});
