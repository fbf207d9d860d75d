import { describe, expect, it } from 'vitest';
import { axisFormat, columnFormat } from './column-format.ts';
import type { FigureStyle } from './figure.ts';
import type { Unit } from './unit.ts';

/** Replaces non-breaking spaces by plain ones. */
const seen = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

describe('the values of a column', () => {
  it.each<[readonly (number | null)[], Unit | FigureStyle, readonly string[]]>([
    [[9.4, 10.1, 0.136], 'percent', ['9.40%', '10.10%', '0.14%']],
    [[80, 90, 7], 'percent', ['80%', '90%', '7%']],
    [[0, 100], 'percent', ['0%', '100%']],
    [[100, 99.95, 97], 'percent', ['100.00%', '99.95%', '97.00%']],
    [[100, 99.9528, 99.2], 'percent', ['100.000%', '99.952%', '99.200%']],
    [[null, 100, 99.999_96], 'percent', ['–', '100.0000%', '> 99.9999%']],
    [[12.3, 0.0004, 0], 'percent', ['12.30%', '< 0.01%', '0.00%']],
    [[0.5, 0.0004], 'percent', ['0.500%', '< 0.001%']],
    [[0.002, 0.0004], 'percent', ['0.0020%', '0.0004%']],
    [[102.4, 140], 'percent', ['102.4%', '140.0%']],
    [[-5.25, 3], 'percent', ['-5.25%', '3.00%']],
    [[1_230_000, 317_000_000, 999_000], 'bps', ['1.23 Mbps', '317.00 Mbps', '999 kbps']],
    [[0.0004, 3], 'bps', ['< 0.01 bps', '3.00 bps']],
    [[1_200, 59, 125_000, 30_250], 'millisecond', ['1.20 s', '59 ms', '2 min 5 s', '30.25 s']],
    [[79.996, 60], { unit: 'percent', limits: [80] }, ['79.996%', '60.000%']],
    [[99.96, 12.345], { unit: 'percent', decimals: 1 }, ['> 99.9%', '12.3%']],
    [[Number.NaN, Number.POSITIVE_INFINITY], 'bps', ['–', '–']],
    [[], 'bps', []],
  ])('%j as %j are %j', (values, style, texts) => {
    expect(values.map(columnFormat(values, style, 'en')).map(seen)).toEqual(texts);
  });

  it('have the separators of the language', () => {
    const values = [100, 99.95, 1_234];
    expect(values.map(columnFormat(values, 'percent', 'fr')).map(seen)).toEqual([
      '100,00 %',
      '99,95 %',
      '1 234,00 %',
    ]);
  });

  it('that it was not made for have digits of their own', () => {
    expect(seen(columnFormat([12], 'percent', 'en')(99.95))).toBe('> 99%');
    expect(seen(columnFormat([12], 'bps', 'en')(1_230_000))).toBe('1.23 Mbps');
  });
});

describe('the ticks of an axis', () => {
  it.each<[readonly number[], Unit, readonly string[]]>([
    [[99.9, 99.925, 99.95, 100], 'percent', ['99.900%', '99.925%', '99.950%', '100.000%']],
    [[12.25, 12.3, 12.35], 'percent', ['12.25%', '12.30%', '12.35%']],
    [[0, 500_000, 1_000_000, 1_500_000], 'bps', ['0 bps', '500 kbps', '1.0 Mbps', '1.5 Mbps']],
    [[0, 0.1, 0.2, 0.1 + 0.2], 'scalar', ['0.0', '0.1', '0.2', '0.3']],
    [[0.000_01, 0.0001], 'percent', ['0.00001%', '0.00010%']],
    [[0, 45, 90], 'second', ['0 ms', '45 s', '1 min 30 s']],
  ])('%j in %s are %j', (ticks, unit, texts) => {
    expect(ticks.map(axisFormat(ticks, unit, 'en')).map(seen)).toEqual(texts);
  });
});
