import { z } from 'zod';

/** How long it took to restore service, of incidents of a period. */
export const RestoreTimes = z.strictObject({
  /** Incidents that ended in the period. */
  restored: z.int().nonnegative(),
  /** Those of them that lasted at most as long as promised. */
  within: z.int().nonnegative(),
  /** Seconds that all of them lasted together. */
  seconds: z.number().nonnegative(),
  /** Seconds of the longest one; 0 without one. */
  longest: z.number().nonnegative(),
  /** Incidents that run at the end of the period. */
  running: z.int().nonnegative(),
});
export type RestoreTimes = z.infer<typeof RestoreTimes>;

interface Span {
  readonly start: number;
  /** Null: it runs at the end of the period. */
  readonly end: number | null;
}

/**
 * Times to restore, of incidents of [`from`, `to`), seconds since 1970. An incident counts where it ended, with all of its length, and one that lasted
 * exactly as long as promised is within the promise.
 */
export function restoreTimes(
  incidents: Iterable<Span>,
  { from, to, promise }: { readonly from: number; readonly to: number; readonly promise: number },
): RestoreTimes {
  const times = { restored: 0, within: 0, seconds: 0, longest: 0, running: 0 };
  for (const { start, end } of incidents) {
    if (end === null || end >= to) times.running += 1;
    else if (end >= from) {
      const length = end - start;
      times.restored += 1;
      times.seconds += length;
      times.longest = Math.max(times.longest, length);
      if (length <= promise) times.within += 1;
    }
  }
  return times;
}
