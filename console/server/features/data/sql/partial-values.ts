import type { Aggregation } from '#schemas/kpi/kpi.ts';

/** SQL of an aggregate function. */
export type Call = (name: string, args: string) => string;

/** Aggregations that can be merged, exactly, from those of parts: all but percentiles. */
export type PartialAggregation = Exclude<Aggregation, 'percentile'>;

export const isPartial = (aggregation: Aggregation): aggregation is PartialAggregation =>
  aggregation !== 'percentile';

const time = (of: string): string => `toFloat64(toUnixTimestamp(${of}))`;

/** SQL of what is retained of the points `value` at times `at` of a part; see `partialFolds`. */
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

/** What is retained of a part, by how two of them become one, and the value of the whole. */
export interface PartialFold {
  /** Columns of a part. */
  readonly width: number;
  /** Adds a part to the columns so far. */
  readonly add: (retained: Float64Array, part: Float64Array) => void;
  /** Not finite: no value. */
  readonly valueOf: (retained: Float64Array) => number;
}

const columnOf = (columns: Float64Array, index: number): number => columns[index] ?? Number.NaN;

/** Columns that are added to each other. */
export const summed = (width: number, valueOf: PartialFold['valueOf']): PartialFold => ({
  width,
  valueOf,
  add: (retained, part) => {
    for (const [index, value] of part.entries()) retained[index] = columnOf(retained, index) + value;
  },
});

/** The part that comes first: by its columns, each in a direction. */
const first = (directions: readonly (1 | -1)[], width: number, result: number): PartialFold => ({
  width,
  valueOf: (retained) => columnOf(retained, result),
  add: (retained, part) => {
    for (const [index, direction] of directions.entries()) {
      const difference = direction * (columnOf(part, index) - columnOf(retained, index));
      if (difference > 0) return;
      if (difference < 0) {
        retained.set(part);
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
  average: summed(2, (retained) => columnOf(retained, 0) / columnOf(retained, 1)),
  sum: summed(1, (retained) => columnOf(retained, 0)),
};
