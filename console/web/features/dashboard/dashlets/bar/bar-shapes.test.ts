import { describe, expect, it } from 'vitest';
import type { ChartLine } from '../shared/chart-lines.ts';
import { barBounds, barGroups, turnedNames } from './bar-shapes.ts';

const line = (id: string): ChartLine => ({
  id,
  name: id,
  unit: 'percent',
  series: 0,
  isOthers: false,
  values: [],
});
const point = (...values: (number | null)[]) => ({
  id: 'a',
  name: 'a',
  lines: values.map((value, index) => ({ line: line(String(index)), value })),
});
const ends = (groups: ReturnType<typeof barGroups>) => groups[0]?.bars.map(({ from, to }) => [from, to]);

describe('the bars of a row', () => {
  it('stand side by side', () => {
    expect(ends(barGroups([point(2, null, 3)], false))).toEqual([
      [0, 2],
      [0, 3],
    ]);
  });

  it('are stacked', () => {
    expect(ends(barGroups([point(2, null, 3)], true))).toEqual([
      [0, 2],
      [2, 5],
    ]);
  });

  it('have bounds that hold zero, for each unit', () => {
    expect(barBounds(barGroups([point(-2, 3)], false), 'percent')).toEqual([-2, 3]);
    expect(barBounds([], 'percent')).toEqual([0, 0]);
    const [of] = barGroups([point(40, 2e9)], false);
    const [load, traffic] = of?.bars ?? [];
    const bars = [load!, { ...traffic!, line: { ...traffic!.line, unit: 'bps' as const } }];
    const mixed = [{ id: 'a', name: 'a', bars }];
    expect([barBounds(mixed, 'percent'), barBounds(mixed, 'bps')]).toEqual([
      [0, 40],
      [0, 2e9],
    ]);
  });
});

describe('names below upright bars', () => {
  const sites = (count: number, name: string): readonly string[] => Array.from({ length: count }, () => name);

  it.each([
    ['lie where they have room', sites(4, 'lyon'), 320, 200, undefined],
    ['are turned where they have none', sites(8, 'lyon-edge'), 320, 200, 80],
    ['are measured by their longest line', sites(3, 'lyon-edge-1 · Gi0/0/0'), 320, 200, undefined],
    ['lie where turning shows less of them', sites(3, 'lyon-edge-1 · Gi0/0/0'), 180, 90, undefined],
    ['leave most of the height to the bars', sites(40, 'lyon-edge-1'), 900, 900, 120],
  ] as const)('%s', (_, names, width, height, standing) => {
    expect(turnedNames(names, { width, height })).toBe(standing);
  });
});
