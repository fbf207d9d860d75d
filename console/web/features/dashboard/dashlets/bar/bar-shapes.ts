import type { Unit } from '#schemas/unit/unit.ts';
import type { ChartLine } from '../shared/chart-lines.ts';

/** A bar from one value to another. */
export interface Bar {
  readonly line: ChartLine;
  readonly from: number;
  readonly to: number;
}

/** Bars of a row: side by side, or on top of each other. */
export interface BarGroup {
  readonly id: string;
  readonly name: string;
  readonly bars: readonly Bar[];
}

interface Point {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly { readonly line: ChartLine; readonly value: number | null }[];
}

/** Bars from the values of rows; values that are missing have none. */
export function barGroups(points: readonly Point[], stacked: boolean): readonly BarGroup[] {
  return points.map(({ id, name, lines }) => {
    let height = 0;
    const bars = lines.flatMap(({ line, value }): Bar[] => {
      if (value === null) return [];
      const from = stacked ? height : 0;
      height = from + value;
      return [{ line, from, to: from + value }];
    });
    return { id, name, bars };
  });
}

/** Least and greatest value of the bars of a unit, with zero between them: bars of other units have a scale of their own. */
export function barBounds(groups: readonly BarGroup[], unit: Unit): readonly [number, number] {
  const ends = groups.flatMap(({ bars }) =>
    bars.flatMap(({ line, from, to }) => (line.unit === unit ? [from, to] : [])),
  );
  return [
    ends.reduce((least, end) => Math.min(least, end), 0),
    ends.reduce((greatest, end) => Math.max(greatest, end), 0),
  ];
}
