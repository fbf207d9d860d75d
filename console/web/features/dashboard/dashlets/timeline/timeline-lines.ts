import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { interpolatedValues, joinedValues, type JoinedValues } from '#web/kernel/kpi/source-step.ts';
import { colourOf } from '../shared/colours.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { earlierId } from './earlier-lines.ts';
import { regressionOf } from '../shared/regression.ts';
import { stackedValues, stackEdges } from './stacked-lines.ts';

/** A line as it is drawn. */
export interface PlottedLine {
  /** Id of the line that it shows. */
  readonly id: string;
  readonly label: string;
  /** Custom property of its colour. */
  readonly colour: string;
  readonly side: 'left' | 'right';
  /** `fill`: the area of a line in a stack, without the line. */
  readonly kind: 'line' | 'area' | 'fill' | 'bars' | 'trend' | 'earlier';
  readonly isShown: boolean;
}

/** Steps, and the values of each line at them. */
export type TimelineData = readonly [readonly number[], ...JoinedValues[]];

interface Plotted {
  readonly one: PlottedLine;
  readonly values: JoinedValues;
}

type Style = Pick<DashletSettings<'timeline'>, 'style' | 'stacked'>;

/** A line with its values on its axis. */
interface Placed {
  readonly side: 'left' | 'right';
  readonly values: readonly (number | null)[];
}

/** What is drawn of values up to the step of their source. Bars stand at their steps. */
function drawnValues(placed: readonly Placed[], { style, stacked }: Style): readonly JoinedValues[] {
  if (style === 'bars') return stacked ? stackedValues(placed) : placed.map(({ values }) => values);
  return stacked ? stackedValues(onLines(placed)) : placed.map(({ values }) => joinedValues(values));
}

/** Between two values a line adds to a stack what it shows there. */
const onLines = (placed: readonly Placed[]): readonly Placed[] =>
  placed.map(({ side, values }) => ({ side, values: interpolatedValues(values) }));

interface Drawing {
  readonly steps: readonly number[];
  readonly hidden: ReadonlySet<string>;
  readonly trend: (name: string) => string;
  readonly earlier: (name: string) => string;
}

/** What is plotted of a chart: its lines, those on top of a stack first, and their trends. */
export function plottedLines(
  lines: readonly ChartLine[],
  { series, style, stacked, regression }: DashletSettings<'timeline'>,
  { steps, hidden, trend, earlier }: Drawing,
): { readonly lines: readonly PlottedLine[]; readonly data: TimelineData } {
  const sideOf = ({ series: index }: ChartLine): 'left' | 'right' => series[index]?.axis ?? 'left';
  const plottedOf = (line: ChartLine, label: string, kind: PlottedLine['kind']): PlottedLine => ({
    id: line.id,
    label,
    colour: colourOf(lines.indexOf(line), line.isOthers),
    side: sideOf(line),
    kind,
    isShown: true,
  });
  const shown = lines.filter(({ id }) => !hidden.has(id));
  const placed = shown.map((line) => ({ side: sideOf(line), values: line.values }));
  const isFilled = stacked && style === 'area';
  const edges = isFilled ? stackEdges(onLines(placed)) : [];
  // The line of an area is its edge: with gaps of its own it would be dots on top of the areas.
  const drawn = isFilled ? edges : drawnValues(placed, { style, stacked });
  const own = shown.map((line, index): Plotted => ({
    one: plottedOf(line, line.name, isFilled ? 'line' : style),
    values: drawn[index] ?? [],
  }));
  const fills = edges.flatMap((values, index): Plotted[] => {
    const line = shown[index];
    return line === undefined ? [] : [{ one: plottedOf(line, line.name, 'fill'), values }];
  });
  const compared = lines.filter((line) => line.earlier !== undefined && !hidden.has(earlierId(line)));
  // Stacked among themselves.
  const earlierDrawn = drawnValues(
    compared.map((line) => ({ side: sideOf(line), values: line.earlier ?? [] })),
    { style: 'line', stacked },
  );
  const before = compared.map((line, index): Plotted => ({
    one: plottedOf(line, earlier(line.name), 'earlier'),
    values: earlierDrawn[index] ?? [],
  }));
  const trends = (regression ? shown : []).flatMap((line): Plotted[] => {
    const values = regressionOf(line.values);
    return values === null ? [] : [{ one: plottedOf(line, trend(line.name), 'trend'), values }];
  });
  // The highest of a stack is drawn first: bars below it cover what remains of it.
  const ordered = stacked ? [...fills.toReversed(), ...own.toReversed()] : own;
  const all = [...ordered, ...before, ...trends];
  return { lines: all.map(({ one }) => one), data: [steps, ...all.map(({ values }) => values)] };
}
