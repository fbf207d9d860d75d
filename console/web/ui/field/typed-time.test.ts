import { describe, expect, it } from 'vitest';
import { readTime, shownTime } from './typed-time.ts';

describe('a day that is typed', () => {
  it.each([
    ['31/1/2027', 'day', '2027-01-31', '31/01/2027'],
    ['1/31/2027', 'month', '2027-01-31', '01/31/2027'],
    ['2027-01-31', 'day', '2027-01-31', '31/01/2027'],
    ['31/02/2027', 'day', undefined, ''],
    ['31/01/2027 10:00', 'day', undefined, ''],
  ] as const)('%j with the %s first is %j', (typed, order, value, shown) => {
    expect(readTime(typed, 'date', order)).toBe(value);
    expect(shownTime(value ?? '', 'date', order)).toBe(shown);
  });
});

describe('a time that is typed', () => {
  it.each([
    ['11/21/2026 14:05', '2026-11-21T14:05'],
    ['2/1/2026 9:05', '2026-02-01T09:05'],
    ['2026-11-21 14:05', '2026-11-21T14:05'],
    ['21/11/2026 14:05', undefined],
  ])('%j is %j where the month stands first', (typed, value) => {
    expect(readTime(typed, 'datetime-local', 'month')).toBe(value);
    if (value !== undefined)
      expect(readTime(shownTime(value, 'datetime-local', 'month'), 'datetime-local', 'month')).toBe(value);
  });

  it.each([
    ['21/11/2026 14:05', '2026-11-21T14:05'],
    ['1/2/2026 9:05', '2026-02-01T09:05'],
    ['01.02.2026, 9h05', '2026-02-01T09:05'],
    [' 29/02/2028 23h ', '2028-02-29T23:00'],
    ['2026-11-21T14:05', '2026-11-21T14:05'],
    ['2026-11-21 14:05', '2026-11-21T14:05'],
    ['29/02/2026 10:00', undefined],
    ['31/04/2026 10:00', undefined],
    ['11/21/2026 10:00', undefined],
    ['21/11/2026', undefined],
    ['21/11/2026 14', undefined],
    ['21/11/2026 24:00', undefined],
    ['21/11/2026 10:60', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%j is read as %j, the day before the month', (typed, value) => {
    expect(readTime(typed, 'datetime-local')).toBe(value);
  });

  it.each([
    ['9:05', '09:05'],
    ['17h30', '17:30'],
    ['8h', '08:00'],
    ['8', undefined],
    ['25:00', undefined],
    ['', undefined],
  ])('%j is read as the time of day %j', (typed, value) => {
    expect(readTime(typed, 'time')).toBe(value);
  });

  it('is shown as it can be typed', () => {
    expect(shownTime('2026-11-21T14:05', 'datetime-local')).toBe('21/11/2026 14:05');
    expect(readTime(shownTime('2026-11-21T14:05', 'datetime-local'), 'datetime-local')).toBe(
      '2026-11-21T14:05',
    );
    expect([shownTime('', 'datetime-local'), shownTime('', 'time'), shownTime('07:30', 'time')]).toEqual([
      '',
      '',
      '07:30',
    ]);
  });
});
