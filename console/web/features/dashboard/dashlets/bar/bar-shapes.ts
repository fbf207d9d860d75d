import type { Unit } from '#schemas/unit/unit.ts';
import { nameLines, type ChartLine } from '../shared/chart-lines.ts';

/** A bar from one value to another. */
export interface Bar {
  readonly line: ChartLine;
  readonly value: number;
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
      return [{ line, value, from, to: from + value }];
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

/** Average width of a character below a bar, in CSS pixels. */
const CHARACTER_PX = 6.4;
const GAP_PX = 10;
const LEAST_COLUMN_PX = 36;
const MAX_TURNED_PX = 120;
/** Bars keep the larger part of the height. */
const TURNED_SHARE = 0.4;

/** How high names below upright bars may stand when they are turned, in CSS pixels; undefined where they show no less lying. */
export function turnedNames(
  names: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
): number | undefined {
  const characters = names.flatMap(nameLines).reduce((most, line) => Math.max(most, line.length), 0);
  const column = Math.max(LEAST_COLUMN_PX, width / Math.max(1, names.length) - GAP_PX);
  const standing = Math.round(Math.min(MAX_TURNED_PX, height * TURNED_SHARE));
  return column < Math.min(characters * CHARACTER_PX, standing) ? standing : undefined;
}
