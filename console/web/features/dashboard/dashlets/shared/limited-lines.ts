import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { chartLines, type ChartLine, type ChartWords } from './chart-lines.ts';

interface Options {
  readonly series: readonly DashletSeries[];
  readonly words: ChartWords;
  /** Values at which a level of the dashlet begins: figures near one show on which side of it they are. */
  readonly limits: readonly number[];
}

/** The lines of a dashlet with levels of its own; none before its values have arrived. */
export const limitedLines = (
  result: DataResult | undefined,
  { series, words, limits }: Options,
): readonly ChartLine[] =>
  result === undefined ? [] : chartLines(result, series, words).map((line) => ({ ...line, limits }));

/** Where the levels of a dashlet begin. */
export const levelStarts = (thresholds: readonly { readonly from: number }[]): readonly number[] =>
  thresholds.map(({ from }) => from);
