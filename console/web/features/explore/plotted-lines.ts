import type { ExploreResult, ExploreValues } from '#schemas/explore/explore.ts';

/** A line or area of the chart. */
export interface PlottedSeries {
  readonly colour: string;
  readonly kind: 'area' | 'line' | 'dashed';
  readonly values: readonly number[];
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
  readonly values: ExploreValues;
  readonly colour: string;
}

/** The rows with their colours, the others last; without rows the total. */
function drawnOf({ rows, others, total }: ExploreResult): readonly DrawnRow[] {
  if (rows.length === 0) return [{ values: total, colour: colourOfRow(0) }];
  const drawn = rows.map((values, place) => ({ values, colour: colourOfRow(place) }));
  return others === null ? drawn : [...drawn, { values: others, colour: OTHERS_COLOUR }];
}

/** Values above the axis, and what left the sites below it. */
function halves({ values: { series, sentSeries }, colour }: DrawnRow): {
  readonly colour: string;
  readonly up: readonly number[];
  readonly down: readonly number[];
} {
  const sent = sentSeries ?? series.map(() => 0);
  return {
    colour,
    up: series.map((value, step) => value - (sent[step] ?? 0)),
    down: sent.map((value) => -value),
  };
}

/** The highest area first: each is drawn over what is above it, so that colours do not mix. */
function stacked(
  parts: readonly { readonly colour: string; readonly values: readonly number[] }[],
): PlottedSeries[] {
  const heights: number[] = [];
  return parts
    .map(({ colour, values }) => ({
      colour,
      kind: 'area' as const,
      values: values.map((value, step) => {
        const height = (heights[step] ?? 0) + value;
        heights[step] = height;
        return height;
      }),
    }))
    .toReversed();
}

const lined = (
  parts: readonly { readonly colour: string; readonly values: readonly number[] }[],
): PlottedSeries[] => parts.map((part) => ({ ...part, kind: 'line' as const }));

/** What a result draws over time: rows, the total of the earlier period, and the 95th percentile of the total. */
export function plottedSeries(
  result: ExploreResult,
  { isStacked, bothWays, p95 }: PlottedLook,
): readonly PlottedSeries[] {
  const parts = drawnOf(result).map(halves);
  const put = isStacked ? stacked : lined;
  const ups = put(parts.map(({ colour, up }) => ({ colour, values: up })));
  const downs = bothWays ? put(parts.map(({ colour, down }) => ({ colour, values: down }))) : [];
  const { earlierSeries, p95: level } = result.total;
  const earlier: PlottedSeries[] =
    earlierSeries === null ? [] : [{ colour: '--tt-text-2', kind: 'dashed', values: earlierSeries }];
  const percentile: PlottedSeries[] =
    p95 && level !== null
      ? [{ colour: '--tt-critical', kind: 'dashed', values: result.steps.map(() => level) }]
      : [];
  return [...ups, ...downs, ...earlier, ...percentile];
}
