import { assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kpis } from '../kpi/library.ts';
import { formatAge, formatDuration } from './duration.ts';
import { formatTimestamp, formatValue } from './format.ts';
import { type Unit, unitLabels, units } from './unit.ts';

/** Replaces non-breaking spaces by plain ones. */
const seen = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

describe('value in its unit', () => {
  const table: readonly [number, Unit, string, string][] = [
    [0, 'scalar', '0', '0'],
    [-0.0001, 'scalar', '0', '0'],
    [0.1234, 'scalar', '0.123', '0,123'],
    [1.234, 'scalar', '1.23', '1,23'],
    [12.34, 'scalar', '12.3', '12,3'],
    [999.4, 'scalar', '999', '999'],
    [999.5, 'scalar', '1 k', '1 k'],
    [1_234, 'scalar', '1.23 k', '1,23 k'],
    [-1_234_567, 'scalar', '-1.23 M', '-1,23 M'],
    [999, 'byte', '999 B', '999 o'],
    [1_000, 'byte', '1 kB', '1 ko'],
    [1_500_000, 'byte', '1.5 MB', '1,5 Mo'],
    [1e9, 'byte', '1 GB', '1 Go'],
    [1e12, 'byte', '1 TB', '1 To'],
    [12_300_000, 'bps', '12.3 Mbps', '12,3 Mbit/s'],
    [317_000_000, 'bps', '317 Mbps', '317 Mbit/s'],
    [999_499, 'bps', '999 kbps', '999 kbit/s'],
    [999_999, 'bps', '1 Mbps', '1 Mbit/s'],
    [0, 'bps', '0 bps', '0 bit/s'],
    [45_600, 'pps', '45.6 kpps', '45,6 kp/s'],
    [-5.5, 'celsius', '-5.5 °C', '-5,5 °C'],
    [61.25, 'celsius', '61.3 °C', '61,3 °C'],
    [4_864, 'rpm', '4,864 rpm', '4 864 tr/min'],
    [1_560, 'watt', '1.56 kW', '1,56 kW'],
    [0, 'percent', '0%', '0 %'],
    [0.05, 'percent', '0.05%', '0,05 %'],
    [99.95, 'percent', '100%', '100 %'],
    [99.94, 'percent', '99.9%', '99,9 %'],
    [100, 'percent', '100%', '100 %'],
    [0.25, 'millisecond', '0.25 ms', '0,25 ms'],
    [12.34, 'millisecond', '12.3 ms', '12,3 ms'],
    [999, 'millisecond', '999 ms', '999 ms'],
    [999.5, 'millisecond', '1 s', '1 s'],
    [1_234.5, 'millisecond', '1.23 s', '1,23 s'],
    [3_000, 'millisecond', '3 s', '3 s'],
    [0.02, 'second', '20 ms', '20 ms'],
    [59.4, 'second', '59.4 s', '59,4 s'],
    [59.5, 'second', '1 min', '1 min'],
    [60, 'second', '1 min', '1 min'],
    [125, 'second', '2 min 5 s', '2 min 5 s'],
    [119.9, 'second', '2 min', '2 min'],
    [3_570, 'second', '1 h', '1 h'],
    [3_600, 'second', '1 h', '1 h'],
    [7_169, 'second', '1 h 59 min', '1 h 59 min'],
    [7_199, 'second', '2 h', '2 h'],
    [7_500, 'second', '2 h 5 min', '2 h 5 min'],
    [86_400, 'second', '1 d', '1 j'],
    [273_600, 'second', '3 d 4 h', '3 j 4 h'],
    [-125, 'second', '-2 min 5 s', '-2 min 5 s'],
  ];
  it.each(table)('%d %s is “%s” and “%s”', (...[value, unit, en, fr]) => {
    expect(seen(formatValue(value, unit, 'en'))).toBe(en);
    expect(seen(formatValue(value, unit, 'fr'))).toBe(fr);
  });

  it.each(units)('no value of unit %s is a dash', (unit) => {
    for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect(formatValue(nothing, unit, 'fr')).toBe('–');
  });

  it('a text never breaks between number and unit', () => {
    assert(
      property(double({ noNaN: true }), constantFrom(...units), (value, unit) => {
        const text = formatValue(value, unit, 'fr');
        expect(text).not.toBe('');
        expect(unit === 'timestamp' || !text.includes(' ')).toBe(true);
      }),
    );
  });

  it('no scaled text shows a thousand of a unit with a larger prefix', () => {
    assert(
      property(double({ min: 1, max: 1e24, noNaN: true }), (value) => {
        expect(seen(formatValue(value, 'bps', 'en'))).toMatch(/^\d{1,3}(\.\d{1,2})? [kMGTPEZY]?bps$/);
      }),
    );
  });
});

describe('timestamp', () => {
  it('as a value counts seconds since 1970', () => {
    const at = Date.parse('2026-11-02T13:04:05Z');
    expect(formatValue(at / 1_000, 'timestamp', 'en')).toBe(formatTimestamp(at, 'en'));
  });

  const at = Date.parse('2026-11-02T13:04:05Z');
  it.each([
    ['en', '11/2/26, 1:04:05 PM'],
    ['en-GB', '02/11/2026, 13:04:05'],
    ['fr', '02/11/2026 13:04:05'],
  ] as const)('in %s is %s', (locale, text) => {
    expect(seen(formatTimestamp(at, locale, 'UTC'))).toBe(text);
  });

  it('outside the range of dates is a dash', () => {
    expect(formatTimestamp(8.64e15, 'en', 'UTC')).not.toBe('–');
    expect(formatTimestamp(8.64e15 + 1, 'en', 'UTC')).toBe('–');
  });
});

describe('duration', () => {
  it.each([
    [45_000, '45 s', '45 s'],
    [12 * 60_000, '12 min', '12 min'],
    [3_900_000, '1 h 5 min', '1 h 5 min'],
    [7_199_000, '2 h', '2 h'],
    [2 * 86_400_000 + 4 * 3_600_000, '2 d 4 h', '2 j 4 h'],
  ])('of %d ms is “%s” and “%s”', (durationMs, en, fr) => {
    expect(seen(formatDuration(durationMs, 'en'))).toBe(en);
    expect(seen(formatDuration(durationMs, 'fr'))).toBe(fr);
  });
});

describe('age', () => {
  it.each([
    [-5, '0.0 s', '0,0 s'],
    [420, '0.4 s', '0,4 s'],
    [6_000, '6.0 s', '6,0 s'],
    [9_949, '9.9 s', '9,9 s'],
    [9_950, '10 s', '10 s'],
    [45_400, '45 s', '45 s'],
    [59_600, '1 min', '1 min'],
    [7_199_000, '2 h', '2 h'],
  ])('of %d ms is “%s” and “%s”', (ageMs, en, fr) => {
    expect(seen(formatAge(ageMs, 'en'))).toBe(en);
    expect(seen(formatAge(ageMs, 'fr'))).toBe(fr);
  });
});

it('every unit of the KPI library is a unit of the product with a name', () => {
  expect(Object.values(kpis).filter(({ unit }) => unitLabels[unit] === undefined)).toEqual([]);
});
