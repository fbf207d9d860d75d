/** The two windows that samples can still add to: the oldest one not closed, and the next. All times in milliseconds. */
export interface OpenWindows {
  /** Start of the older window. */
  start: number;
  /** Its end, the start of the newer one. */
  boundary: number;
  /** 0 or 1: which of the two sums of a series belongs to the older window. */
  side: 0 | 1;
  readonly maxGapMs: number;
}

/** A window keeps its side for life: numbers of windows alternate. */
export const sideOf = (start: number, windowMs: number): 0 | 1 =>
  Math.floor(start / windowMs) % 2 === 0 ? 0 : 1;
