import { describe, expect, it } from 'vitest';
import type { Unit } from '#schemas/unit/unit.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { differenceText, earlierLines } from './earlier-lines.ts';

describe('the difference from an earlier period', () => {
  it.each<[number | null, number | null, Unit, string]>([
    [120, 100, 'scalar', '+20 (+20%)'],
    [80, 100, 'scalar', '−20 (−20%)'],
    [100, 100, 'scalar', '±0 (±0%)'],
    [5, 0, 'scalar', '+5'],
    [62, 50, 'percent', '+12%'],
    [null, 100, 'scalar', ''],
    [100, null, 'scalar', ''],
  ])('of %s and %s in %s is %s', (value, earlier, unit, shown) => {
    expect(differenceText(value, earlier, { line: { unit }, language: 'en' }).replaceAll(/\s/g, ' ')).toBe(
      shown,
    );
  });
});

it('an earlier period has an entry of its own in the legend, with the colour of its line', () => {
  const line: ChartLine = {
    id: 'site1 0',
    name: 'Lyon',
    unit: 'bps',
    series: 0,
    isOthers: false,
    values: [3],
    earlier: [1],
  };
  const { earlier: _, ...alone } = line;
  expect(earlierLines([{ ...alone, id: 'site2 0' }, line], (name) => `${name} (a week earlier)`)).toEqual([
    { ...alone, id: 'site1 0 earlier', name: 'Lyon (a week earlier)', values: [1], earlierOf: 1 },
  ]);
});
