import { assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kpis } from '../kpi/library.ts';
import { formatAge, formatDuration } from './duration.ts';
import { formatTimestamp, type FigureStyle } from './figure.ts';
import { formatProgress, formatTyped, formatValue } from './format.ts';
import { type Unit, unitLabels, units } from './unit.ts';

/** Replaces non-breaking spaces by plain ones. */
const seen = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

describe('value in its unit', () => {
  const table: readonly [number, Unit, string, string][] = [
    [0, 'scalar', '0', '0'],
    [-0, 'scalar', '0', '0'],
    [-0.0001, 'scalar', '-0.0001', '-0,0001'],
    [-0.000_01, 'scalar', '< 0', '< 0'],
    [0.000_01, 'scalar', '< 0.0001', '< 0,0001'],
    [0.1234, 'scalar', '0.123', '0,123'],
    [0.012_34, 'scalar', '0.0123', '0,0123'],
    [1.005, 'scalar', '1.01', '1,01'],
    [1.234, 'scalar', '1.23', '1,23'],
    [12.34, 'scalar', '12.3', '12,3'],
    [999.4, 'scalar', '999', '999'],
    [999.5, 'scalar', '1 k', '1 k'],
    [1_234, 'scalar', '1.23 k', '1,23 k'],
    [-1_234_567, 'scalar', '-1.23 M', '-1,23 M'],
    [2 ** 53 + 2, 'scalar', '9.01 P', '9,01 P'],
    [999, 'byte', '999 B', '999 o'],
    [1_000, 'byte', '1 kB', '1 ko'],
    [1_500_000, 'byte', '1.5 MB', '1,5 Mo'],
    [1e9, 'byte', '1 GB', '1 Go'],
    [1e12, 'byte', '1 TB', '1 To'],
    [12_300_000, 'bps', '12.3 Mbps', '12,3 Mbit/s'],
    [317_000_000, 'bps', '317 Mbps', '317 Mbit/s'],
    [999_499, 'bps', '999 kbps', '999 kbit/s'],
    [999_600, 'bps', '1 Mbps', '1 Mbit/s'],
    [999_999, 'bps', '1 Mbps', '1 Mbit/s'],
    [0, 'bps', '0 bps', '0 bit/s'],
    [0.0004, 'bps', '0.0004 bps', '0,0004 bit/s'],
    [5e-324, 'bps', '< 0.0001 bps', '< 0,0001 bit/s'],
    [45_600, 'pps', '45.6 kpps', '45,6 kp/s'],
    [-5.5, 'celsius', '-5.5 °C', '-5,5 °C'],
    [61.25, 'celsius', '61.3 °C', '61,3 °C'],
    [4_864, 'rpm', '4,864 rpm', '4 864 tr/min'],
    [1_560, 'watt', '1.56 kW', '1,56 kW'],
    [0, 'percent', '0%', '0 %'],
    [5e-324, 'percent', '< 0.0001%', '< 0,0001 %'],
    [0.000_04, 'percent', '< 0.0001%', '< 0,0001 %'],
    [0.0004, 'percent', '0.0004%', '0,0004 %'],
    [0.05, 'percent', '0.05%', '0,05 %'],
    [0.136, 'percent', '0.136%', '0,136 %'],
    [9.4, 'percent', '9.4%', '9,4 %'],
    [79.996, 'percent', '80%', '80 %'],
    [89.96, 'percent', '90%', '90 %'],
    [97.25, 'percent', '97.3%', '97,3 %'],
    [97.96, 'percent', '98%', '98 %'],
    [98.04, 'percent', '98%', '98 %'],
    [98.96, 'percent', '98.9%', '98,9 %'],
    [99, 'percent', '99%', '99 %'],
    [99.5, 'percent', '99.5%', '99,5 %'],
    [99.94, 'percent', '99.94%', '99,94 %'],
    [99.9499, 'percent', '99.949%', '99,949 %'],
    // 99.95 as a float of 32 bits.
    [99.949_996_95, 'percent', '99.95%', '99,95 %'],
    [99.95, 'percent', '99.95%', '99,95 %'],
    [99.9528, 'percent', '99.952%', '99,952 %'],
    [99.99, 'percent', '99.99%', '99,99 %'],
    [99.992, 'percent', '99.992%', '99,992 %'],
    [99.996, 'percent', '99.996%', '99,996 %'],
    [99.999, 'percent', '99.999%', '99,999 %'],
    [99.999_94, 'percent', '99.9999%', '99,9999 %'],
    [99.999_96, 'percent', '> 99.9999%', '> 99,9999 %'],
    [99.999_999_999_999_99, 'percent', '> 99.9999%', '> 99,9999 %'],
    [100, 'percent', '100%', '100 %'],
    [100 + 1e-13, 'percent', '> 100%', '> 100 %'],
    [100.000_03, 'percent', '> 100%', '> 100 %'],
    [100.000_07, 'percent', '100.0001%', '100,0001 %'],
    [100.4, 'percent', '100.4%', '100,4 %'],
    [102.4, 'percent', '102.4%', '102,4 %'],
    [140, 'percent', '140%', '140 %'],
    [1_234.5, 'percent', '1,235%', '1 235 %'],
    [-0.000_01, 'percent', '< 0%', '< 0 %'],
    [-3.456, 'percent', '-3.46%', '-3,46 %'],
    [2 ** 53 + 2, 'percent', '9,007,199,254,740,994%', '9 007 199 254 740 994 %'],
    [0.000_04, 'millisecond', '< 0.0001 ms', '< 0,0001 ms'],
    [0.25, 'millisecond', '0.25 ms', '0,25 ms'],
    [12.34, 'millisecond', '12.3 ms', '12,3 ms'],
    [999, 'millisecond', '999 ms', '999 ms'],
    [999.5, 'millisecond', '1 s', '1 s'],
    [1_234.5, 'millisecond', '1.23 s', '1,23 s'],
    [3_000, 'millisecond', '3 s', '3 s'],
    [0, 'second', '0 ms', '0 ms'],
    [1e-9, 'second', '< 0.0001 ms', '< 0,0001 ms'],
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

describe('value in a style', () => {
  it.each<[number, FigureStyle, string]>([
    [99.95, { unit: 'percent', decimals: 1 }, '> 99.9%'],
    [99.94, { unit: 'percent', decimals: 1 }, '99.9%'],
    [99.6, { unit: 'percent', decimals: 0 }, '> 99%'],
    [99.989, { unit: 'percent', decimals: 2 }, '99.98%'],
    [99.996, { unit: 'percent', decimals: 2 }, '> 99.99%'],
    [99.999_995_7, { unit: 'percent', decimals: 6 }, '99.999995%'],
    [100, { unit: 'percent', decimals: 1 }, '100.0%'],
    [100.02, { unit: 'percent', decimals: 1 }, '> 100.0%'],
    [0.02, { unit: 'percent', decimals: 1 }, '< 0.1%'],
    [0, { unit: 'percent', decimals: 2 }, '0.00%'],
    [12_345, { unit: 'bps', decimals: 0 }, '12 kbps'],
    [0.3, { unit: 'bps', decimals: 0 }, '< 1 bps'],
    [1_234.5, { unit: 'millisecond', decimals: 3 }, '1.235 s'],
    [125, { unit: 'second', decimals: 3 }, '2 min 5 s'],
    [79.996, { unit: 'percent', limits: [80] }, '79.996%'],
    [79.999_999_99, { unit: 'percent', limits: [80] }, '< 80%'],
    [80.000_4, { unit: 'percent', limits: [80] }, '80.0004%'],
    [80, { unit: 'percent', limits: [80] }, '80%'],
    [12.351, { unit: 'percent', limits: [12.34] }, '12.35%'],
    [12.351, { unit: 'percent', limits: [90, 12.34] }, '12.35%'],
    [99.949_999_9, { unit: 'percent', limits: [99.95] }, '< 99.95%'],
    [99.96, { unit: 'percent', limits: [99.95], decimals: 1 }, '> 99.9%'],
    [1_000_400, { unit: 'bps', limits: [1_000_000] }, '1.0004 Mbps'],
    [999_600, { unit: 'bps', limits: [1_000_000] }, '0.9996 Mbps'],
    [125.4, { unit: 'second', limits: [125] }, '2 min 5.4 s'],
    [0.1004, { unit: 'second', limits: [0.1] }, '100.4 ms'],
    [0.004, { unit: 'percent', limits: [0] }, '0.004%'],
  ])('%d as %j is “%s”', (value, style, text) => {
    expect(seen(formatValue(value, style, 'en'))).toBe(text);
  });
});

describe('threshold', () => {
  it.each<[number, Unit, string, string]>([
    [99.95, 'percent', '99.95%', '99,95 %'],
    [99.999, 'percent', '99.999%', '99,999 %'],
    [99.9995, 'percent', '99.9995%', '99,9995 %'],
    [99.999_995, 'percent', '99.999995%', '99,999995 %'],
    [99.999_999_999_999_99, 'percent', '> 99.999999999%', '> 99,999999999 %'],
    [100, 'percent', '100%', '100 %'],
    [87.25, 'percent', '87.25%', '87,25 %'],
    [0.000_005, 'percent', '0.000005%', '0,000005 %'],
    [0, 'percent', '0%', '0 %'],
    [-12.345, 'celsius', '-12.345 °C', '-12,345 °C'],
    [1_234_567, 'bps', '1.234567 Mbps', '1,234567 Mbit/s'],
    [999_600, 'bps', '999.6 kbps', '999,6 kbit/s'],
    [12.5, 'millisecond', '12.5 ms', '12,5 ms'],
    [999.6, 'millisecond', '999.6 ms', '999,6 ms'],
    [1_234.5, 'millisecond', '1.2345 s', '1,2345 s'],
    [0, 'second', '0 ms', '0 ms'],
    [90, 'second', '1 min 30 s', '1 min 30 s'],
    [125.5, 'second', '2 min 5.5 s', '2 min 5,5 s'],
    [3_725, 'second', '1 h 2 min 5 s', '1 h 2 min 5 s'],
    [-86_460, 'second', '-1 d 1 min', '-1 j 1 min'],
  ])('of %d %s reads as typed: “%s” and “%s”', (value, unit, en, fr) => {
    expect(seen(formatTyped(value, unit, 'en'))).toBe(en);
    expect(seen(formatTyped(value, unit, 'fr'))).toBe(fr);
  });
});

describe('progress', () => {
  it.each([
    [0, '0%'],
    [0.001, '< 1%'],
    [0.427, '42%'],
    [0.9999, '99%'],
    [1, '100%'],
  ])('of %d is “%s”', (part, text) => {
    expect(seen(formatProgress(part, 'en'))).toBe(text);
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
    [20, '< 0.1 s', '< 0,1 s'],
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
