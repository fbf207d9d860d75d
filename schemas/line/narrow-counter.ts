const WRAP = 2 ** 32;
const MS_PER_SECOND = 1_000;
/** Counters are read within this share of the time in which they may wrap: polls are never exactly on time. */
const READ_SHARE = 0.8;

/** Shortest time in which a 32-bit counter of a line may wrap, in ms; Infinity without a speed. `bits`: on the line per count. */
export const wrapMs = (speedBps: number, bits: number): number =>
  speedBps > 0 ? (WRAP * bits * MS_PER_SECOND) / speedBps : Infinity;

/** Time within which counters that may wrap in `withinMs` are read. */
export const readWithinMs = (withinMs: number): number => Math.floor(withinMs * READ_SHARE);

export interface ReadingLimits {
  /** Polling interval. */
  readonly intervalMs: number;
  /** Shortest interval at which ports are read between polls; 0: never. */
  readonly minIntervalMs: number;
}

/** How 32-bit counters that may wrap in this time are read. */
export type NarrowReading =
  /** Each poll is early enough. */
  | { readonly is: 'with polls' }
  | { readonly is: 'between polls'; readonly everyMs: number }
  /** They may wrap twice between two readings: no value. */
  | { readonly is: 'too slow' };

export function narrowReading(withinMs: number, { intervalMs, minIntervalMs }: ReadingLimits): NarrowReading {
  if (withinMs > intervalMs) return { is: 'with polls' };
  const everyMs = readWithinMs(withinMs);
  return minIntervalMs > 0 && everyMs >= minIntervalMs
    ? { is: 'between polls', everyMs }
    : { is: 'too slow' };
}
