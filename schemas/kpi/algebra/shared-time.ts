/** For how long the elements of a key were observed in one window, seconds. */
export interface ObservedTimes {
  readonly longest: number;
  readonly shortest: number;
  /** Length of the window. */
  readonly length: number;
}

/**
 * The time by which the volumes of several elements are divided in one window: that of the element observed longest. After a missed poll an
 * element has the growth and the time of several windows in one. Elements that were polled have counted the windows before, so that more
 * time than the window has counts only where every element has it.
 */
export const sharedTime = ({ longest, shortest, length }: ObservedTimes): number =>
  Math.min(longest, Math.max(shortest, length));

/** The same as SQL over rows of one window with the columns `denominator` and `length`. */
export const SHARED_TIME = 'least(max(denominator), greatest(min(denominator), toFloat64(any(length))))';
