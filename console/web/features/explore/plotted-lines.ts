import type { PlottedResult, ShownValues } from './shown-result.ts';

/** Null: a gap; undefined: the line continues. */
type LineValues = readonly (number | null | undefined)[];

/** A line or area of the chart. */
export interface PlottedSeries {
  readonly colour: string;
  readonly kind: 'area' | 'line' | 'dashed';
  readonly values: LineValues;
}

export interface PlottedLook {
  readonly isStacked: boolean;
  readonly bothWays: boolean;
  readonly p95: boolean;
}

const COLOURS = 8;
export const colourOfRow = (place: number): string => `--tt-series-${String((place % COLOURS) + 1)}`;
export const OTHERS_COLOUR = '--tt-series-others';

interface DrawnRow {
  readonly values: ShownValues;
  readonly colour: string;
}

/** The rows with their colours, the others last; without rows the total. */
function drawnOf({ rows, others, total }: PlottedResult): readonly DrawnRow[] {
  if (rows.length === 0) return total === null ? [] : [{ values: total, colour: colourOfRow(0) }];
  const drawn = rows.map((values, place) => ({ values, colour: colourOfRow(place) }));
  return others === null ? drawn : [...drawn, { values: others, colour: OTHERS_COLOUR }];
}

interface ColouredLine {
  readonly colour: string;
  readonly values: LineValues;
}

/** Values above the axis, and what left the sites below it. */
function halves({ values: { series, sentSeries }, colour }: DrawnRow): {
  readonly colour: string;
  readonly up: LineValues;
  readonly down: LineValues;
} {
  if (sentSeries === null) return { colour, up: series, down: series.map(() => 0) };
  return {
    colour,
    up: series.map((value, step) => (value ?? 0) - (sentSeries[step] ?? 0)),
    down: sentSeries.map((value) => -value),
  };
}

/** The highest area first: each is drawn over what is above it, so that colours do not mix. */
function stacked(parts: readonly ColouredLine[]): PlottedSeries[] {
  const heights: number[] = [];
  return parts
    .map(({ colour, values }) => ({
      colour,
      kind: 'area' as const,
      values: values.map((value, step) => {
        const height = (heights[step] ?? 0) + (value ?? 0);
        heights[step] = height;
        return height;
      }),
    }))
    .toReversed();
}

const lined = (parts: readonly ColouredLine[]): PlottedSeries[] =>
  parts.map((part) => ({ ...part, kind: 'line' as const }));

/** What a result draws over time: rows, the total of the earlier period, and the 95th percentile of the total. */
export function plottedSeries(
  result: PlottedResult,
  { isStacked, bothWays, p95 }: PlottedLook,
): readonly PlottedSeries[] {
  const parts = drawnOf(result).map(halves);
  const put = isStacked ? stacked : lined;
  const ups = put(parts.map(({ colour, up }) => ({ colour, values: up })));
  const downs = bothWays ? put(parts.map(({ colour, down }) => ({ colour, values: down }))) : [];
  const earlierSeries = result.total?.earlierSeries ?? null;
  const level = result.total?.p95 ?? null;
  const earlier: PlottedSeries[] =
    earlierSeries === null ? [] : [{ colour: '--tt-text-2', kind: 'dashed', values: earlierSeries }];
  const percentile: PlottedSeries[] =
    p95 && level !== null
      ? [{ colour: '--tt-critical', kind: 'dashed', values: result.steps.map(() => level) }]
      : [];
  return [...ups, ...downs, ...earlier, ...percentile];
}
