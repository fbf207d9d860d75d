/** How event time is cut, all in milliseconds. */
export interface Timing {
  readonly windowMs: number;
  /** A sample may come this much later than the newest one. */
  readonly latenessMs: number;
  /** A window still takes its share of a pair of polls whose second one lies at most this long after its end. */
  readonly graceMs: number;
  /** Samples are put in order of time slice by slice; divides window and grace, so that both end with a slice. */
  readonly sliceMs: number;
  /** Two polls further apart than this make no pair: what happened between them is not known well enough. */
  readonly maxGapMs: number;
}

const LONGEST_SLICE_MS = 5_000;
const SHORTEST_MAX_GAP_MS = 15 * 60_000;

/** The grace is a tenth of the window: jitter of a poll that runs once per window stays well below it. */
export function timingOf(asked: { readonly windowSeconds: number; readonly latenessMs: number }): Timing {
  const { windowSeconds, latenessMs } = asked;
  if (!Number.isInteger(windowSeconds) || windowSeconds < 1 || windowSeconds > 86_400)
    throw new RangeError(`window of ${String(windowSeconds)} s: expected a whole number from 1 to 86400`);
  if (!(latenessMs >= 0)) throw new RangeError(`lateness of ${String(latenessMs)} ms: expected 0 or more`);
  const windowMs = windowSeconds * 1_000;
  const graceMs = windowMs / 10;
  let parts = Math.ceil(graceMs / LONGEST_SLICE_MS);
  while (graceMs % parts !== 0) parts += 1;
  return {
    windowMs,
    latenessMs,
    graceMs,
    sliceMs: graceMs / parts,
    maxGapMs: Math.max(3 * windowMs, SHORTEST_MAX_GAP_MS),
  };
}
