import { describe, expect, it } from 'vitest';
import { formatZonedMinute, formatZonedMoment, formatZonedPeriod } from './format-zoned.ts';

const at = (iso: string): number => Date.parse(iso);
const spaced = (text: string): string => text.replaceAll('\u2009', ' ');

describe('a time of a document', () => {
  it('is that of its zone', () => {
    expect(formatZonedMinute(at('2026-11-24T23:30:00Z'), 'Asia/Kolkata', 'en')).toBe('25 Nov, 05:00');
    expect(formatZonedMoment(at('2026-11-24T23:30:00Z'), 'America/New_York', 'fr')).toBe(
      '24 nov. 2026, 18:30',
    );
  });

  it.each([
    ['Europe/Paris', '2026-11-04T07:00Z', '2026-11-05T07:00Z', '4 Nov, 08:00 – 5 Nov, 08:00'],
    ['Europe/Paris', '2029-12-31T23:00Z', '2030-01-01T23:00Z', '1 Jan 2030, 00:00 – 2 Jan 2030, 00:00'],
    ['America/New_York', '2026-01-01T01:00Z', '2026-01-01T06:00Z', '31 Dec 2025, 20:00 – 1 Jan 2026, 01:00'],
  ])('in %s from %s until %s is a period that names another year', (...[timeZone, from, until, shown]) => {
    const now = at('2026-11-05T06:04:00Z');
    expect(spaced(formatZonedPeriod({ from: at(from), until: at(until), now, timeZone }, 'en'))).toBe(shown);
  });
});
