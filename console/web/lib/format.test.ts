import { describe, expect, it } from 'vitest';
import { formatCompact, formatValue } from './format-unit.ts';
import { setDates } from './dates.ts';
import { formatAge, formatDate, formatDateTime, formatDuration, formatMoment, formatTick } from './format.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('durations and values', () => {
  for (const [ms, en, fr] of [
    [45_000, '45 s', '45 s'],
    [12 * 60_000, '12 min', '12 min'],
    [3_900_000, '1 h 5 min', '1 h 5 min'],
    [2 * 86_400_000 + 4 * 3_600_000, '2 d 4 h', '2 j 4 h'],
    [-5, '0 s', '0 s'],
  ] as const)
    it(`${String(ms)} ms is ${en} and ${fr}`, () => {
      expect(formatDuration(ms, 'en')).toBe(en);
      expect(formatDuration(ms, 'fr')).toBe(fr);
    });

  it('an age below ten seconds shows tenths', () => {
    expect(formatAge(420, 'en')).toBe('0.4 s');
    expect(formatAge(420, 'fr')).toBe('0,4 s');
  });

  for (const [value, unit, en, fr] of [
    [98.91, 'percent', '98.9%', '98,9 %'],
    [317_000_000, 'bps', '317 Mbps', '317 Mbit/s'],
    [5_100_000_000, 'byte', '5.1 GB', '5,1 Go'],
    [12, 'pps', '12 pps', '12 p/s'],
    [0, 'bps', '0 bps', '0 bit/s'],
  ] as const)
    it(`${String(value)} ${unit} is ${en} and ${fr}`, () => {
      expect(plain(formatValue(value, unit, 'en'))).toBe(en);
      expect(plain(formatValue(value, unit, 'fr'))).toBe(fr);
    });

  it('a bare figure is short', () => {
    expect(plain(formatCompact(122_111_500, 'en'))).toBe('122.1 M');
    expect(plain(formatCompact(12, 'en'))).toBe('12');
  });
});

describe('dates', () => {
  const at = new Date(2026, 10, 5, 7, 4, 9).getTime();
  it.each([
    [undefined, 'en', '5 Nov 2026, 07:04', '5 Nov, 07:04:09', '5 November 2026', 'Thu 5 Nov'],
    [undefined, 'fr', '5 nov. 2026, 07:04', '5 nov., 07:04:09', '5 novembre 2026', 'jeu. 5 nov.'],
    ['en-GB', 'fr', '5 Nov 2026, 07:04', '5 Nov, 07:04:09', '5 November 2026', 'Thu 5 Nov'],
    ['en', 'en', 'Nov 5, 2026, 07:04', 'Nov 5, 07:04:09', 'November 5, 2026', 'Thu, Nov 5'],
    ['fr', 'en', '5 nov. 2026, 07:04', '5 nov., 07:04:09', '5 novembre 2026', 'jeu. 5 nov.'],
  ] as const)('chosen as %s are so in %s texts: %s', (style, language, moment, short, long, tick) => {
    setDates(style);
    expect([
      formatMoment(at, language),
      formatDateTime(at, language),
      formatDate(at, language),
      formatTick(at, language, true),
    ]).toEqual([moment, short, long, tick]);
    setDates(undefined);
  });
});
