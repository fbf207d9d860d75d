import type { ExploreResult } from '#schemas/explore/explore.ts';
import { fieldName } from '#schemas/explore/fields.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { Language } from '#web/lib/text.ts';
import { placesOfFlows, type RowPlace } from './row-places.ts';
import { filterOfRow, keyPartName, measureUnit, rowKey, type RowWords } from './row-names.ts';

type Values = readonly (number | null)[];

/** Values of a row, of all others, or of everything; null: there is none. */
export interface ShownValues {
  readonly value: number | null;
  readonly sent: number | null;
  readonly maximum: number | null;
  readonly p95: number | null;
  /** By step. Undefined: a step that the source does not measure, over which a line continues. */
  readonly series: readonly (number | null | undefined)[];
  readonly sentSeries: readonly number[] | null;
  readonly earlier: number | null;
  readonly earlierSeries: Values | null;
}

/** What a chart draws. */
export interface PlottedResult {
  readonly rows: readonly ShownValues[];
  readonly others: ShownValues | null;
  /** Null: nothing is the total of the rows. */
  readonly total: ShownValues | null;
  /** Starts of the steps, seconds since 1970. */
  readonly steps: readonly number[];
}

export interface ShownRow extends ShownValues {
  readonly id: string;
  /** Of the dimensions, in their order. */
  readonly names: readonly string[];
  /** Their pages, in the same order. */
  readonly places: readonly RowPlace[];
  /** The filters that the row and its opposite stand for; undefined: it cannot be written. */
  readonly only: string | undefined;
  readonly without: string | undefined;
}

/** What the explorer shows, of flows and of KPIs. */
export interface ShownResult extends PlottedResult {
  readonly rows: readonly ShownRow[];
  readonly unit: Unit;
  readonly dimensions: readonly { readonly id: string; readonly name: string }[];
  /** Whether rows and others together are the total: averages and ratios are not. */
  readonly isSum: boolean;
  /** Whether an earlier period was requested, and steps were. */
  readonly isCompared: boolean;
  readonly hasSteps: boolean;
}

/** What a row is called. */
export const rowTitle = ({ names }: Pick<ShownRow, 'names'>): string => names.join(' → ');

/** Flows as the explorer shows them. */
export function shownFlows(
  result: ExploreResult,
  words: RowWords,
  { language, customer }: { readonly language: Language; readonly customer: number | undefined },
): ShownResult {
  const { rows, others, total, steps, measure, step, earlierBy } = result;
  const keys = rows[0]?.key ?? [];
  return {
    rows: rows.map((row) => ({
      ...row,
      id: rowKey(row),
      names: row.key.map((part) => keyPartName(part, words)),
      places: placesOfFlows(row, customer),
      only: filterOfRow(row, false),
      without: filterOfRow(row, true),
    })),
    others,
    total,
    steps,
    unit: measureUnit(measure),
    dimensions: keys.map(({ dimension: id }) => ({ id, name: fieldName(id, language) })),
    isSum: true,
    isCompared: earlierBy !== null,
    hasSteps: step !== null,
  };
}
