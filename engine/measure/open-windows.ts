/**
 * The two windows that samples can still be added to: the oldest open one and the next. All times in
 * milliseconds.
 */
export interface OpenWindows {
  /** Start of the older window. */
  start: number;
  /** Its end, the start of the newer one. */
  boundary: number;
  /** Which of the two sums of a series belongs to the older window. */
  side: 0 | 1;
  readonly maxGapMs: number;
}

/** Makes the window that contains `time` the older one. A window keeps its side: window numbers alternate. */
export function openWindowsAt(windows: OpenWindows, time: number, windowMs: number): void {
  const number = Math.floor(time / windowMs);
  windows.start = number * windowMs;
  windows.boundary = windows.start + windowMs;
  windows.side = number % 2 === 0 ? 0 : 1;
}
