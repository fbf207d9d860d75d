/** One KPI of a run of elements in one window. A window without a value holds NaN in `value`. */
export interface MeasureBlock {
  /** Slot of the first element. */
  from: number;
  length: number;
  numerator: Float64Array;
  denominator: Float64Array;
  readonly value: Float64Array;
}

/** Elements are worked through in blocks that stay in the processor's cache. */
export const BLOCK = 512;

export const measureBlock = (): MeasureBlock => ({
  from: 0,
  length: 0,
  numerator: new Float64Array(BLOCK),
  denominator: new Float64Array(BLOCK),
  value: new Float64Array(BLOCK),
});
