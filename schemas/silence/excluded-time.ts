import { z } from 'zod';

/** Maintenance that availability leaves out, by the rule that says so. */
export const ExcludedTime = z.strictObject({
  /** The largest first. */
  rules: z.array(
    z.strictObject({
      silence: z.number(),
      reason: z.string(),
      author: z.string(),
      recurring: z.boolean(),
      /** Windows that have a part in the period. */
      windows: z.int(),
      /** Of these windows in the period. */
      seconds: z.number(),
      /** Sites that it is about, of those shown; null: all of them. */
      sites: z.int().nullable(),
    }),
  ),
  /** Seconds of the period in which one of the rules, or several, left out something. */
  seconds: z.number(),
});
export type ExcludedTime = z.infer<typeof ExcludedTime>;

/** [`from`, `until`) in milliseconds since 1970. */
export interface ExcludedWindow {
  readonly from: number;
  readonly until: number;
}

/** Parts of windows within a period. */
export const windowsWithin = (
  windows: Iterable<ExcludedWindow>,
  { from, to }: { readonly from: number; readonly to: number },
): readonly ExcludedWindow[] =>
  [...windows]
    .map((window) => ({ from: Math.max(window.from, from), until: Math.min(window.until, to) }))
    .filter((window) => window.from < window.until);

/** How long at least one of the windows lasted, in milliseconds. */
export function unionLength(windows: Iterable<ExcludedWindow>): number {
  let length = 0;
  let covered = -Infinity;
  for (const { from, until } of [...windows].toSorted((one, other) => one.from - other.from)) {
    if (until <= covered) continue;
    length += until - Math.max(from, covered);
    covered = until;
  }
  return length;
}
