import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { colourOf } from '../shared/colours.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { earlierId } from './earlier-lines.ts';
import { regressionOf } from '../shared/regression.ts';

/** A line as it is drawn. */
export interface PlottedLine {
  /** Id of the line that it shows. */
  readonly id: string;
  readonly label: string;
  /** Custom property of its colour. */
  readonly colour: string;
  readonly side: 'left' | 'right';
  readonly kind: 'line' | 'area' | 'bars' | 'trend' | 'earlier';
  readonly isShown: boolean;
  /** Stands on the line after it of the same axis, down to which its area is filled. */
  readonly isStacked?: boolean;
}

/** Steps, and the values of each line at them. */
export type TimelineData = readonly [readonly number[], ...(readonly (number | null)[])[]];

/** Values on top of those of the lines before, by side of their axis. A gap stays a gap and adds nothing to the next line. */
export function stackedValues(
  lines: readonly { readonly side: 'left' | 'right'; readonly values: readonly (number | null)[] }[],
): readonly (readonly (number | null)[])[] {
  const heights = { left: [] as number[], right: [] as number[] };
  return lines.map(({ side, values }) =>
    values.map((value, step) => {
      if (value === null) return null;
      const height = (heights[side][step] ?? 0) + value;
      heights[side][step] = height;
      return height;
    }),
  );
}

/** Steps whose value has no neighbour: a line does not show them. Called for each line that is drawn. */
export function loneSteps(values: readonly (number | null)[]): number[] {
  const lone: number[] = [];
  for (let step = 0; step < values.length; step += 1)
    if (
      (values[step] ?? null) !== null &&
      (values[step - 1] ?? null) === null &&
      (values[step + 1] ?? null) === null
    )
      lone.push(step);
  return lone;
}

/** Areas of a stack and the line at which each ends, by their places: filled down to the axis, their colours would mix. */
export function stackBands(
  lines: readonly Pick<PlottedLine, 'side' | 'kind' | 'isStacked'>[],
): readonly (readonly [upper: number, lower: number])[] {
  return lines.flatMap(({ side, kind, isStacked = false }, index) => {
    if (!isStacked || kind !== 'area') return [];
    const lower = lines.findIndex(
      (line, other) => other > index && line.isStacked === true && line.side === side,
    );
    return lower === -1 ? [] : [[index, lower] as const];
  });
}

interface Plotted {
  readonly one: PlottedLine;
  readonly values: readonly (number | null)[];
}

/** Lines of the earlier period, stacked among themselves. */
function earlierPlotted(
  lines: readonly ChartLine[],
  {
    sideOf,
    stacked,
    hidden,
    nameOf,
  }: {
    readonly sideOf: (line: ChartLine) => 'left' | 'right';
    readonly stacked: boolean;
    readonly hidden: ReadonlySet<string>;
    readonly nameOf: (name: string) => string;
  },
): readonly Plotted[] {
  const compared = lines.filter((line) => line.earlier !== undefined && !hidden.has(earlierId(line)));
  const own = compared.map((line) => ({ side: sideOf(line), values: line.earlier ?? [] }));
  const values = stacked ? stackedValues(own) : own.map(({ values: each }) => each);
  return compared.map((line, index) => {
    const colour = colourOf(lines.indexOf(line), line.isOthers);
    const { id, name } = line;
    return {
      one: { id, label: nameOf(name), colour, side: sideOf(line), kind: 'earlier', isShown: true },
      values: values[index] ?? [],
    };
  });
}

/** What is plotted of a chart: its lines, those on top of a stack first, and their trends. */
export function plottedLines(
  lines: readonly ChartLine[],
  { series, style, stacked, regression }: DashletSettings<'timeline'>,
  {
    steps,
    hidden,
    trend,
    earlier,
  }: {
    readonly steps: readonly number[];
    readonly hidden: ReadonlySet<string>;
    readonly trend: (name: string) => string;
    readonly earlier: (name: string) => string;
  },
): { readonly lines: readonly PlottedLine[]; readonly data: TimelineData } {
  const sideOf = ({ series: index }: ChartLine): 'left' | 'right' => series[index]?.axis ?? 'left';
  const shown = lines.filter(({ id }) => !hidden.has(id));
  const own = shown.map((line) => ({ side: sideOf(line), values: line.values }));
  const values = stacked ? stackedValues(own) : own.map(({ values: each }) => each);
  const plotted = shown.map((line, index) => {
    const colour = colourOf(lines.indexOf(line), line.isOthers);
    const one: PlottedLine = {
      id: line.id,
      label: line.name,
      colour,
      side: sideOf(line),
      kind: style,
      isShown: true,
      ...(stacked && { isStacked: true }),
    };
    return { one, values: values[index] ?? [] };
  });
  const trends = !regression
    ? []
    : shown.flatMap((line) => {
        const fitted = regressionOf(line.values);
        const colour = colourOf(lines.indexOf(line), line.isOthers);
        const one: PlottedLine = {
          id: line.id,
          label: trend(line.name),
          colour,
          side: sideOf(line),
          kind: 'trend',
          isShown: true,
        };
        return fitted === null ? [] : [{ one, values: fitted }];
      });
  const before = earlierPlotted(lines, { sideOf, stacked, hidden, nameOf: earlier });
  // The highest of a stack is drawn first: bars below it cover the rest of it.
  const all = [...(stacked ? plotted.toReversed() : plotted), ...before, ...trends];
  return { lines: all.map(({ one }) => one), data: [steps, ...all.map(({ values: each }) => each)] };
}
