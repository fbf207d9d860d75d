/** One KPI of consecutive elements in one window. `value` is NaN where a window has none. */
export interface MeasureBlock {
  /** Slot of the first element. */
  from: number;
  length: number;
  numerator: Float64Array;
  denominator: Float64Array;
  readonly value: Float64Array;
}

/** Elements are processed in blocks that fit the CPU cache. */
export const BLOCK = 512;

export const measureBlock = (): MeasureBlock => ({
  from: 0,
  length: 0,
  numerator: new Float64Array(BLOCK),
  denominator: new Float64Array(BLOCK),
  value: new Float64Array(BLOCK),
});
