import { describe, expect, it } from 'vitest';
import { setDates } from './dates.ts';
import { formatDate, formatDateTime, formatMoment, formatNear, formatTick } from './format.ts';

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

describe('times among others', () => {
  const now = new Date(2026, 10, 5, 7, 4, 9).getTime();
  it.each([
    [new Date(2026, 10, 5, 1, 2, 3), '01:02:03'],
    [new Date(2026, 10, 4, 23, 59, 59), '4 Nov, 23:59:59'],
    [new Date(2025, 11, 31, 12, 0, 0), '31 Dec 2025, 12:00:00'],
    [new Date(2026, 10, 6, 0, 0, 0), '6 Nov, 00:00:00'],
  ])('%s leave out the day and the year of now: %s', (at, shown) => {
    expect(formatNear(at.getTime(), now, 'en')).toBe(shown);
  });
});
