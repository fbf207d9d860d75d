import type { Aggregation } from './kpi.ts';

/** SQL of an aggregate function. */
export type Call = (name: string, args: string) => string;

/** Aggregations that can be put together, exactly, from those of parts: all but percentiles. */
export type PartialAggregation = Exclude<Aggregation, 'percentile'>;

export const isPartial = (aggregation: Aggregation): aggregation is PartialAggregation =>
  aggregation !== 'percentile';

const time = (of: string): string => `toFloat64(toUnixTimestamp(${of}))`;

/** SQL of what is kept of the points `value` at times `at` of a part; see `partialFolds`. */
export const partialColumns: Record<PartialAggregation, (value: string, call: Call) => readonly string[]> = {
  minimum: (value, call) => [call('min', value)],
  maximum: (value, call) => [call('max', value)],
  'minimum date': (value, call) => [call('min', value), time(call('argMin', `at, (${value}, at)`))],
  'maximum date': (value, call) => [
    call('max', value),
    time(call('argMax', `at, (${value}, -toInt64(toUnixTimestamp(at)))`)),
  ],
  first: (value, call) => [time(call('min', 'at')), call('argMin', `${value}, at`)],
  last: (value, call) => [time(call('max', 'at')), call('argMax', `${value}, at`)],
  average: (value, call) => [call('sum', value), `toFloat64(${call('count', value)})`],
  sum: (value, call) => [call('sum', value)],
};

/** What is kept of a part, by how two of them become one, and the value of the whole. */
export interface PartialFold {
  /** Columns of a part. */
  readonly width: number;
  /** Adds a part to the columns so far. */
  readonly add: (kept: Float64Array, part: Float64Array) => void;
  /** Not finite: no value. */
  readonly valueOf: (kept: Float64Array) => number;
}

const columnOf = (columns: Float64Array, index: number): number => columns[index] ?? Number.NaN;

/** Columns that are added to each other. */
export const summed = (width: number, valueOf: PartialFold['valueOf']): PartialFold => ({
  width,
  valueOf,
  add: (kept, part) => {
    for (const [index, value] of part.entries()) kept[index] = columnOf(kept, index) + value;
  },
});

/** The part that comes first: by its columns, each in a direction. */
const first = (directions: readonly (1 | -1)[], width: number, result: number): PartialFold => ({
  width,
  valueOf: (kept) => columnOf(kept, result),
  add: (kept, part) => {
    for (const [index, direction] of directions.entries()) {
      const difference = direction * (columnOf(part, index) - columnOf(kept, index));
      if (difference > 0) return;
      if (difference < 0) {
        kept.set(part);
        return;
      }
    }
  },
});

/** Of several extremes the date is the earliest. */
export const partialFolds: Record<PartialAggregation, PartialFold> = {
  minimum: first([1], 1, 0),
  maximum: first([-1], 1, 0),
  'minimum date': first([1, 1], 2, 1),
  'maximum date': first([-1, 1], 2, 1),
  first: first([1], 2, 1),
  last: first([-1], 2, 1),
  average: summed(2, (kept) => columnOf(kept, 0) / columnOf(kept, 1)),
  sum: summed(1, (kept) => columnOf(kept, 0)),
};
