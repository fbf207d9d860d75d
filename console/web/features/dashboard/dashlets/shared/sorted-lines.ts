import type { Legend } from '#schemas/dashboard/dashlet-parts.ts';
import { lineSummary, type ChartLine } from './chart-lines.ts';

type LegendValue = Legend['values'][number];

/** The order of the rows of a legend; undefined: that of the lines. */
export interface LegendOrder {
  readonly by: LegendValue | 'name';
  readonly direction: 'ascending' | 'descending';
}

/** Values start with the greatest, names with A; the third click returns to the order of the lines. */
export function nextOrder(now: LegendOrder | undefined, by: LegendOrder['by']): LegendOrder | undefined {
  const [first, second] =
    by === 'name' ? (['ascending', 'descending'] as const) : (['descending', 'ascending'] as const);
  if (now?.by !== by) return { by, direction: first };
  return now.direction === first ? { by, direction: second } : undefined;
}

/** Lines with their places in the chart, which have their colours. Lines without a value come last in both directions. */
export function sortedLines(
  lines: readonly ChartLine[],
  order: LegendOrder | undefined,
): readonly { readonly line: ChartLine; readonly place: number }[] {
  const placed = lines.map((line, place) => ({ line, place }));
  if (order === undefined) return placed;
  const { by, direction } = order;
  const turn = direction === 'ascending' ? 1 : -1;
  if (by === 'name')
    return placed.toSorted(
      (one, other) => turn * one.line.name.localeCompare(other.line.name, undefined, { numeric: true }),
    );
  return placed
    .map((each) => ({ ...each, value: lineSummary(each.line.values, by) }))
    .toSorted((one, other) => {
      if (one.value === null || other.value === null)
        return Number(one.value === null) - Number(other.value === null);
      return turn * (one.value - other.value);
    });
}
