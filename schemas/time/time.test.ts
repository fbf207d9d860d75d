import { describe, expect, it } from 'vitest';
import { businessHoursOptions, isBusinessDay } from './business-hours.ts';
import { DAY_MS, HOUR_MS } from './duration.ts';
import {
  automaticGranularity,
  displayGranularities,
  type Granularity,
  granularities,
  mayDisplay,
  RETENTION_POINTS,
} from './granularity.ts';
import { historyWindow } from './history.ts';
import { languageOf } from './locale.ts';
import { zonedText } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (time: number) => new Date(time).toISOString();

describe('granularity', () => {
  it.each([
    [0, '5m'],
    [47, '5m'],
    [48, '5m'],
    [48 + 1 / 3_600_000, '1h'],
    [49, '1h'],
    [576, '1h'],
    [576 + 1 / 3_600_000, '1d'],
    [577, '1d'],
    [8_760, '1d'],
  ] as const)('a range of %d h is drawn at %s', (hours, expected) => {
    expect(automaticGranularity(hours * HOUR_MS)).toBe(expected);
  });

  it('both automatic limits have the points of the default retention', () => {
    expect((2 * DAY_MS) / 300_000 + 1).toBe(RETENTION_POINTS);
    expect((24 * DAY_MS) / HOUR_MS + 1).toBe(RETENTION_POINTS);
  });

  it.each([
    ['5m', '5m', true],
    ['1h', '5m', false],
    ['1h', '1h', true],
    ['1d', '1h', false],
    ['1d', '1w', true],
    ['1mo', '1w', false],
    ['1mo', '1mo', true],
  ] as const)('working at %s and displaying at %s: %s', (working, display, allowed) => {
    expect(mayDisplay(working, display)).toBe(allowed);
    expect(displayGranularities(working).includes(display)).toBe(allowed);
  });

  it('every granularity may be displayed over 5 minutes', () => {
    expect(displayGranularities('5m')).toEqual(granularities);
  });
});

describe('history', () => {
  const now = at('2026-05-31T10:20:30.400Z');
  it.each([
    ['3d', '2026-05-28T10:20:30.400Z'],
    ['4w', '2026-05-03T10:20:30.400Z'],
    ['3mo', '2026-02-28T10:20:30.400Z'],
  ] as const)('%s before 31 May starts on %s', (span, start) => {
    expect(historyWindow(span, now)).toEqual({ start: at(start), end: now });
  });

  it('three months cross the year and respect leap years', () => {
    expect(iso(historyWindow('3mo', at('2024-05-30T00:00:00Z')).start)).toBe('2024-02-29T00:00:00.000Z');
    expect(iso(historyWindow('3mo', at('2026-01-15T00:00:00Z')).start)).toBe('2025-10-15T00:00:00.000Z');
  });
});

describe('business hours', () => {
  it.each([
    ['24h', [true, true, true]],
    ['monday-friday', [true, false, false]],
    ['monday-saturday', [true, true, false]],
  ] as const)('%s on Friday, Saturday and Sunday', (option, expected) => {
    expect([5, 6, 7].map((day) => isBusinessDay(option, day))).toEqual(expected);
  });

  it('has three options, all with Monday', () => {
    expect(businessHoursOptions).toEqual(['24h', 'monday-friday', 'monday-saturday']);
    expect(businessHoursOptions.every((option) => isBusinessDay(option, 1))).toBe(true);
  });
});

it('British dates come with English texts', () => {
  expect((['en', 'en-GB', 'fr'] as const).map(languageOf)).toEqual(['en', 'en', 'fr']);
  expect<Granularity>(granularities[0]).toBe('5m');
});

describe('a time in a text without a clock of its own', () => {
  it.each([
    ['UTC', '2027-03-28T00:30:05Z', '2027-03-28 00:30:05 UTC'],
    ['Europe/Paris', '2027-03-28T00:30:05Z', '2027-03-28 01:30:05 Europe/Paris (UTC+01:00)'],
    ['Europe/Paris', '2027-03-28T01:30:05Z', '2027-03-28 03:30:05 Europe/Paris (UTC+02:00)'],
    ['America/St_Johns', '2027-01-01T00:00:00Z', '2026-12-31 20:30:00 America/St_Johns (UTC-03:30)'],
    ['Africa/Abidjan', '2027-01-01T00:00:00Z', '2027-01-01 00:00:00 Africa/Abidjan (UTC+00:00)'],
  ])('names the zone %s at %s: %s', (zone, at, text) => {
    expect(zonedText(Date.parse(at), zone)).toBe(text);
  });
});
